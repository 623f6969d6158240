// Single keys, inside the game or where nothing has the focus, and only while the setting has them on.

import { settings } from "./settings.js";

const TELL = {
  t: "turn",
  e: "ends",
  h: "hand",
  c: "chain",
  b: "boneyard",
  n: "counts",
  s: "scores",
  r: "again",
  l: "last",
};
const DO = { d: "draw", p: "pass", g: "go", i: "hint", u: "undo" };

/** The key's Latin letter: as it is typed, or where the layout has other letters as the key lies. */
function letterOf(event) {
  if (event.key === "?") return "?";
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  const latin = /^Key([A-Z])$/.exec(event.code || "");
  return latin && event.key.length === 1 && /\p{L}/u.test(event.key) ? latin[1].toLowerCase() : null;
}

/** Whether a key that was pressed there is meant for the game. */
function meant(game, target) {
  if (document.querySelector("dialog[open]")) return false;
  if (target === document.body || target === document.documentElement) return true;
  // The bar above has the buttons that a closed dialog gives the focus back to.
  const inside = game.contains(target) || target.closest(".top");
  return Boolean(inside) && !target.closest("input, select, textarea, [contenteditable]");
}

/** `game` is the element that they work in. */
export function listen(game, { tell, act, help }) {
  document.addEventListener("keydown", (event) => {
    if (!settings.single_keys || event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return;
    if (!meant(game, event.target)) return;
    const letter = letterOf(event);
    if (letter === "?") help();
    else if (letter in TELL) tell(TELL[letter]);
    else if (letter in DO) act(DO[letter]);
    else return;
    event.preventDefault();
  });
}
