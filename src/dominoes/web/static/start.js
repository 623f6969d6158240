// The form for a new match: the fields follow the game that is chosen, and what sound was chosen before.

import { Announcer } from "./announcer.js";
import { remember, running } from "./matches.js";
import { settings } from "./settings.js";

const form = document.getElementById("start");
const { game, players, table } = form.elements;
const games = new Map(JSON.parse(game.dataset.games).map((one) => [one.name, one]));
const announcer = new Announcer(document.getElementById("start-say"));
const more = document.getElementById("more");
const target = document.getElementById("target-help");

/** Fields that do not count are out of the way, and not sent. */
function fit() {
  const chosen = games.get(game.value);
  for (const option of players.options) option.disabled = option.value !== "" && !chosen.players.includes(Number(option.value));
  if (players.selectedOptions[0]?.disabled) players.value = "";
  const count = Number(players.value) || chosen.players[0];
  for (const number of [1, 2, 3]) {
    const field = form.elements[`opponent${number}`];
    field.disabled = number >= count;
    if (number === 2) field.setAttribute("aria-describedby", "level-help"); // its label says whether it is a partner
    field.closest("p").hidden = number >= count;
    const label = field.labels[0];
    label.dataset.alone ??= label.textContent;
    label.textContent = (chosen.partners && label.dataset.partners) || label.dataset.alone;
  }
  document.getElementById("game-help").textContent = chosen.summary;
  document.getElementById("rules-link").href = chosen.rules;
  target.textContent = chosen.target;
  place(chosen.table !== null);
  standIn(players, String(chosen.players[0]));
  standIn(table, chosen.table ?? "none");
  standIn(form.elements.tiles, chosen.tiles);
  standIn(form.elements.hand, chosen.hands[count]);
}

/** The size of the table is at hand where the game is played on one; the others can have one too. */
function place(first) {
  const field = table.closest("p");
  if (first) target.closest("p").after(field);
  else more.querySelector("div").prepend(field);
  if (table.matches("[aria-invalid]") && !first) more.open = true;
}

/** What is left as the game has it is called by its name. */
function standIn(field, value) {
  for (const option of field.options) option.hidden = option.value === value;
  const usual = [...field.options].find((option) => option.value === value);
  field.options[0].textContent = usual ? usual.textContent : value.replace("x", " × ");
  if (usual?.selected) field.value = "";
}

players.addEventListener("change", fit);
game.addEventListener("change", () => {
  fit();
  announcer.clear();
  announcer.say(`${games.get(game.value).summary} ${players.selectedOptions[0].textContent}.`);
});
fit();

// What is wrong must be seen to be mended.
form.addEventListener("invalid", (event) => event.target.closest("details")?.setAttribute("open", ""), true);
document.querySelector("[aria-invalid]")?.scrollIntoView({ block: "nearest" }); // the fields above it have moved

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
  if (file) document.getElementById("start-record").value = await file.text();
});
