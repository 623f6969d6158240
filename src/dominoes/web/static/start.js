// The form for a new match: only as many opponents as the game has, and what sound was chosen before.

import { remember, running } from "./matches.js";
import { settings } from "./settings.js";

const form = document.getElementById("start");
const { game, players } = form.elements;
const games = new Map(JSON.parse(game.dataset.games).map((one) => [one.name, one]));

/** Fields that do not count are out of the way, and not sent. */
function fit() {
  const chosen = games.get(game.value);
  for (const option of players.options) option.disabled = option.value !== "" && !chosen.players.includes(Number(option.value));
  if (players.selectedOptions[0]?.disabled) players.value = "";
  const others = (Number(players.value) || chosen.players[0]) - 1;
  for (const number of [1, 2, 3]) {
    const field = form.elements[`opponent${number}`];
    field.disabled = number > others;
    field.closest("p").hidden = number > others;
  }
  document.getElementById("game-help").textContent = chosen.summary;
  form.elements.target.placeholder = String(chosen.target);
  standIn(players, String(chosen.players[0]));
  standIn(form.elements.table, chosen.table ?? "none");
}

/** What is left as the game has it is called by its name. */
function standIn(field, value) {
  for (const option of field.options) option.hidden = option.value === value;
  const usual = [...field.options].find((option) => option.value === value);
  field.options[0].textContent = usual ? usual.textContent : value.replace("x", " × ");
  if (usual?.selected) field.value = "";
}

for (const number of [1, 2, 3]) standIn(form.elements[`opponent${number}`], form.dataset.opponent);
for (const field of [game, players]) field.addEventListener("change", fit);
fit();

const sound = document.getElementById("start-sound");
sound.checked = settings.sound;
sound.addEventListener("change", () => {
  try {
    localStorage.setItem("dominoes", JSON.stringify({ ...settings, sound: sound.checked }));
  } catch {
    // Then the settings in the game are the place for it.
  }
});

/** Who plays there, how it stands and since when; a match that is over, or is nobody's here any more, is forgotten. */
async function tell(link, line) {
  const path = link.getAttribute("href");
  const answer = await fetch(`${path}/brief`, { headers: { accept: "application/json" } });
  const found = answer.ok ? await answer.json() : { over: answer.status === 403 || answer.status === 404 };
  if (found.over) {
    remember(path, "", true);
    line.remove();
    document.getElementById("running").hidden = !running().length;
  } else if (answer.ok) {
    const when = new Date(found.changed * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    link.textContent = [found.title, found.others, when].filter(Boolean).join(", ");
    line.append(` ${found.scores}`);
  }
}

const matches = running();
document.getElementById("running").hidden = !matches.length;
for (const { path, title } of matches) {
  const link = document.createElement("a");
  link.href = path;
  link.textContent = `${title} (${path.slice(-4)})`;
  const line = document.createElement("li");
  line.append(link);
  document.querySelector("#running ul").append(line);
  tell(link, line).catch(() => {}); // then its title alone is shown
}

document.getElementById("record-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) document.querySelector("[name=record]").value = await file.text();
});
