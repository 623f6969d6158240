// Morphs what the server sends onto what is there, so that whatever is the same stays the same element.

import { Idiomorph } from "./vendor/idiomorph.js";

// What the script gives to elements, and a fragment does not know of.
const OURS = new Set(["tabindex", "aria-pressed", "open"]);

const callbacks = {
  beforeAttributeUpdated: (name, node) => !(OURS.has(name) && !node.id.endsWith("-title") && node.id !== "log-lines"),
};

/** Bring fragments, name to HTML, onto the page. */
export function morph(fragments) {
  for (const [name, html] of Object.entries(fragments)) {
    const there = document.getElementById(name);
    if (there) Idiomorph.morph(there, html, { morphStyle: "outerHTML", ignoreActiveValue: true, callbacks });
  }
}

/** Do something to the page, and have the focus where it was; `lost(id)` where that element is gone. */
export function guarded(change, lost) {
  const active = document.activeElement;
  const held = active && active !== document.body ? active : null;
  change();
  if (!held || document.activeElement === held) return;
  if (held.isConnected) held.focus({ preventScroll: true });
  else if (held.id && document.getElementById(held.id)) document.getElementById(held.id).focus({ preventScroll: true });
  else lost(held.id);
}
