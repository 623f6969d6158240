// Rows of buttons that scroll sideways where they have no room: a button in question is shown as a whole.

/** Scroll the row of a button, and nothing else, as far as needed. */
export function reveal(button) {
  const row = button?.closest(".buttons, #choices-list");
  if (!row) return;
  const [inner, outer] = [button.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right + 8;
  else if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left + 8;
}

document.addEventListener("focusin", (event) => reveal(event.target));
