// The page of the game: it draws what table.c tells, and passes on what you do. The rules are all in the kernel.
"use strict";

const [DRAW, PASS] = [5 << 11, (5 << 11) | 1];
const [ENDS, RESULTS] = [["left", "right", "upper", "lower"], ["", "somebody is out", "blocked", "the target is reached"]];
const LISTS = { preset: 0, player: 2, placement: 4 }; // enum dom_names
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]]; // places in a 3 x 3 square

const $ = (id) => document.getElementById(id);
const svg = (name, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

let kernel; // the functions of table.c
let chosen = null; // the tile whose place you are choosing
let busy = 0; // the number of the game on: what an older one still wants to do is dropped

// ---- texts in and out of the kernel ----

function textAt(address) {
  const bytes = new Uint8Array(kernel.memory.buffer, address);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

function writeRoom(text) {
  return new TextEncoder().encodeInto(text, new Uint8Array(kernel.memory.buffer, kernel.room(), 256)).written;
}

function numberOf(list, name) {
  let number = 0;
  while (textAt(kernel.name(list, number)) !== name) number += 1;
  return number;
}

const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
const tileWords = (tile) => textAt(kernel.tile_text(tile)).replace("-", " and ");
const nameOf = (seat) => (seat === 0 ? "You" : `Seat ${seat}`);
const verb = (seat, word) => `${nameOf(seat)} ${word}${seat === 0 ? "" : word === "pass" ? "es" : "s"}`;

function placeWords(action) {
  const [end, placement] = [kernel.part(action, 1), kernel.part(action, 2)];
  if (end < 0) return "open with it";
  const how = placement > 0 ? `, ${textAt(kernel.name(LISTS.placement, placement)).replace("-", " ")}` : "";
  return `${ENDS[end]} end${how}`;
}

// ---- what the kernel tells, as lists ----

const list = (length, item) => Array.from({ length }, (_, index) => item(index));
const choices = () => list(kernel.choices(), kernel.choice);
const seats = () => list(kernel.seats(), (seat) => seat);
const hand = () => list(kernel.tiles_in_hand(0), kernel.your_tile);
const placesOf = (tile) => choices().filter((action) => kernel.part(action, 0) === tile);

function waiting() {
  if (kernel.match_winner() >= 0) return "match";
  if (kernel.reason() !== 0) return "round";
  return kernel.seat_to_act() === 0 ? "you" : "players";
}

// ---- drawing ----

function halfSquare(x, y, number) {
  const group = svg("g", {});
  group.append(svg("rect", { class: "half", x, y, width: 2, height: 2, rx: 0.2 }));
  for (const at of PIPS[number]) {
    group.append(svg("circle", { class: "pip", cx: x + 0.5 + (at % 3) * 0.5, cy: y + 0.5 + Math.floor(at / 3) * 0.5, r: 0.2 }));
  }
  return group;
}

function drawTable() {
  const drawn = list(kernel.laid(), (index) => {
    const [first, second, x1, y1, x2, y2] = list(6, (what) => kernel.laid_tile(index, what));
    const group = svg("g", index === kernel.laid() - 1 ? { class: "last" } : {});
    group.append(halfSquare(x1, y1, first), halfSquare(x2, y2, second));
    return group;
  });
  $("table").replaceChildren(...drawn, ...(chosen === null ? [] : placesOf(chosen).map(ghost)));
}

// Where the chosen tile would lie: to be clicked. Those who do not see it have the same places as buttons.
function ghost(action) {
  const [x1, y1, x2, y2] = list(4, (what) => kernel.would_lie(action, what));
  const group = svg("g", { class: "ghost", "data-action": textAt(kernel.action_text(action)) });
  const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x1 - x2) + 2, height: Math.abs(y1 - y2) + 2 };
  group.append(svg("rect", box));
  group.addEventListener("click", () => act(action));
  return group;
}

function tileButton(tile) {
  const text = textAt(kernel.tile_text(tile));
  const button = document.createElement("button");
  const picture = svg("svg", { viewBox: "-0.1 -0.1 2.2 4.2", "aria-hidden": "true" });
  const [high, low] = text.split("-").map(Number);
  picture.append(halfSquare(0, 0, high), halfSquare(0, 2, low));
  button.type = "button";
  button.dataset.tile = text;
  button.append(picture);
  button.addEventListener("click", () => choose(tile));
  return button;
}

// The buttons of tiles that stay are kept, and with them the focus.
function drawHand() {
  const kept = new Map([...$("hand").children].map((button) => [button.dataset.tile, button]));
  const buttons = hand().map((tile) => {
    const button = kept.get(textAt(kernel.tile_text(tile))) ?? tileButton(tile);
    const playable = placesOf(tile).length > 0;
    button.setAttribute("aria-label", tileWords(tile));
    button.setAttribute("aria-disabled", String(!playable));
    button.setAttribute("aria-pressed", String(tile === chosen));
    return button;
  });
  for (const button of kept.values()) if (!buttons.includes(button)) button.remove();
  buttons.forEach((button, index) => {
    if ($("hand").children[index] !== button) $("hand").insertBefore(button, $("hand").children[index] ?? null);
  });
  tabStop(buttons.includes(document.activeElement) ? document.activeElement : buttons[0]);
}

// The hand is one stop of the tabulator; arrows go along it.
function tabStop(stop) {
  for (const button of $("hand").children) button.tabIndex = button === stop ? 0 : -1;
}

function drawPlaces() {
  const places = chosen === null ? [] : placesOf(chosen);
  const buttons = places.map((action) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = placeWords(action);
    button.dataset.action = textAt(kernel.action_text(action));
    button.addEventListener("click", () => act(action));
    return button;
  });
  $("places").replaceChildren(...buttons);
}

function turnWords() {
  const sideWords = (side) => (kernel.partners() ? (side === 0 ? "Your team" : "The other team") : nameOf(side));
  const win = (side) => `${sideWords(side)} ${side === 0 && !kernel.partners() ? "win" : "wins"}`;
  switch (waiting()) {
    case "match": return `${win(kernel.match_winner())} the match`;
    case "round": return `Round over (${RESULTS[kernel.reason()]}): ${kernel.round_winner() < 0 ? "nobody wins" : win(kernel.round_winner())} it`;
    case "you": return "Your turn";
    default: return `${nameOf(kernel.seat_to_act())} thinks`;
  }
}

function endWords() {
  const open = list(4, kernel.end_number).flatMap((number, end) => (number < 0 ? [] : [`${ENDS[end]} ${number}`]));
  return `${open.length > 0 ? `Open ends: ${open.join(", ")}.` : "The table is empty."} In the boneyard: ${kernel.boneyard()}.`;
}

function render() {
  const now = waiting();
  document.body.dataset.waiting = now;
  $("turn").textContent = turnWords();
  $("ends").textContent = endWords();
  const may = { draw: choices().includes(DRAW), pass: choices().includes(PASS), undo: now !== "players", next: now === "round" };
  for (const [id, allowed] of Object.entries(may)) $(id).setAttribute("aria-disabled", String(!allowed));
  $("scores").replaceChildren(...seats().map((seat) => {
    const item = document.createElement("li");
    item.textContent = `${nameOf(seat)}: ${count(kernel.score(seat), "point", "points")}, ${count(kernel.tiles_in_hand(seat), "tile", "tiles")}`;
    item.dataset.score = kernel.score(seat);
    return item;
  }));
  drawTable();
  drawHand();
  drawPlaces();
}

function tell(sentence) {
  const item = document.createElement("li");
  item.textContent = sentence;
  $("log").firstElementChild.append(item);
  $("log").scrollTop = $("log").scrollHeight;
}

function refuse(sentence) {
  $("refusal").textContent = "";
  requestAnimationFrame(() => { $("refusal").textContent = sentence; }); // the same one is said again, too
}

// ---- playing ----

function tellAction(seat, action, before) {
  if (action === PASS) tell(`${verb(seat, "pass")}.`);
  else if (action === DRAW) {
    const drawn = seat === 0 ? hand().find((tile) => !before.includes(tile)) : undefined;
    tell(`${verb(seat, "draw")} ${drawn === undefined ? "a tile" : tileWords(drawn)}.`);
  } else {
    const where = kernel.part(action, 1) < 0 ? "to open" : `at the ${placeWords(action)}`;
    tell(`${verb(seat, "lay")} ${tileWords(kernel.part(action, 0))} ${where}.`);
  }
}

function choose(tile) {
  const places = placesOf(tile);
  if (places.length === 1) return act(places[0]);
  if (places.length === 0) return refuse(whyNot(tile));
  chosen = chosen === tile ? null : tile;
  render();
  $("places").firstElementChild?.focus();
}

function whyNot(tile) {
  if (waiting() !== "you") return "It is not your turn.";
  const ends = list(4, kernel.end_number);
  const wanted = textAt(kernel.tile_text(tile)).split("-").map(Number);
  const end = ends.findIndex((number) => wanted.includes(number)); // where it matches but has no room, the kernel says why
  const action = kernel.laid() === 0 ? tile << 3 : ((end < 0 ? 0 : end) + 1) << 11 | tile << 3;
  return `${tileWords(tile)}: ${textAt(kernel.sentence(kernel.why_not(action)))}.`;
}

async function act(action) {
  const [before, at] = [hand(), hand().indexOf(kernel.part(action, 0))];
  const status = kernel.act(action);
  if (status !== 0) return refuse(`${textAt(kernel.sentence(status))}.`);
  $("refusal").textContent = "";
  tellAction(0, action, before);
  chosen = null;
  render();
  if (at >= 0) focusHand(at);
  await goOn();
}

function focusHand(index) {
  const buttons = $("hand").children;
  const next = buttons[Math.min(index, buttons.length - 1)];
  if (next !== undefined) { tabStop(next); next.focus(); } else $("turn").focus();
}

// The others play until it is your turn, or the round is over.
async function goOn() {
  const mine = busy;
  while (waiting() === "players") {
    await new Promise((done) => { setTimeout(done, pace); });
    if (mine !== busy) return;
    const seat = kernel.seat_to_act();
    const action = kernel.answer();
    if (action < 0) return refuse(textAt(kernel.sentence(action)));
    tellAction(seat, action, []);
    render();
  }
  if (waiting() !== "you") {
    tell(`${turnWords()}.`);
    $("turn").focus();
  }
}

const commands = {
  draw: () => act(DRAW),
  pass: () => act(PASS),
  undo: () => {
    if (waiting() === "players") return;
    const status = kernel.take_back();
    if (status < 0) return refuse("There is nothing to take back.");
    chosen = null;
    tell("You take it back.");
    render();
  },
  next: () => {
    if (waiting() !== "round") return refuse("The round is not over.");
    const status = kernel.deal();
    if (status !== 0) return refuse(textAt(kernel.sentence(status)));
    tell("The next round is dealt.");
    render();
    focusHand(0);
    return goOn();
  },
};

function start(event) {
  event.preventDefault();
  const wanted = Object.fromEntries(new FormData($("start")));
  const players = wanted.preset === "table" ? 2 : wanted.preset === "partnership" ? 4 : Number(wanted.players);
  const [preset, opponent] = [numberOf(LISTS.preset, wanted.preset), numberOf(LISTS.player, wanted.opponent)];
  const status = kernel.begin(preset, players, Number(wanted.target), opponent, writeRoom(wanted.seed));
  if (status !== 0) return refuse(textAt(kernel.sentence(status)));
  busy += 1;
  chosen = null;
  $("game").hidden = false;
  $("log").firstElementChild.replaceChildren();
  $("refusal").textContent = "";
  tell(`A match of ${wanted.preset} for ${players} is dealt.`);
  render();
  focusHand(0);
  return goOn();
}

// ---- keys ----

function alongHand(event) {
  const buttons = [...$("hand").children];
  const at = buttons.indexOf(document.activeElement);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  focusHand((to + buttons.length) % buttons.length);
}

function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.matches("input, select")) return;
  const command = { d: "draw", p: "pass", u: "undo", n: "next" }[event.key.toLowerCase()];
  if (event.key === "Escape" && chosen !== null) {
    const at = hand().indexOf(chosen);
    chosen = null;
    render();
    focusHand(at);
  } else if (command !== undefined && !$("game").hidden) commands[command]();
}

// ---- the page ----

// index.html?preset=draw&players=3&opponent=blocker&target=50&seed=1&pace=0 fills the form; pace is in milliseconds.
const given = new URLSearchParams(location.search);
const pace = Number(given.get("pace") ?? 500);

async function load() {
  for (const field of $("start").elements) if (given.has(field.name)) field.value = given.get(field.name);
  if (typeof DOMINOES_WASM === "undefined") {
    $("game").hidden = false;
    $("refusal").textContent = "There is no dominoes.wasm.js beside this page: build.sh makes it.";
    return;
  }
  const bytes = Uint8Array.from(atob(DOMINOES_WASM), (letter) => letter.charCodeAt(0));
  kernel = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  for (const [id, command] of Object.entries(commands)) $(id).addEventListener("click", command);
  $("start").addEventListener("submit", start);
  $("hand").addEventListener("keydown", alongHand);
  document.addEventListener("keydown", key);
  document.body.dataset.waiting = "form";
}

load();
