// A tile in the hand that fits in several places: its ghosts on the table, and a button for each.

/** The places of a tile, as its button says. */
export const placesOf = (tile) => JSON.parse(tile?.dataset.choices || "[]");

let hinted = null; // the move that a hint names, as long as it counts

/** The tile of the hand that a hint names, and its place; null where there is none. */
function ofHint() {
  for (const tile of hinted ? document.querySelectorAll("#hand-tiles button") : []) {
    const place = placesOf(tile).find((one) => one.move === hinted);
    if (place) return { tile, place };
  }
  return null;
}

/** Show the ghosts of these places and no others; where there are none, that of the hint. */
export function showGhosts(places) {
  const hint = places.length ? null : ofHint();
  const wanted = new Set((hint ? [hint.place] : places).map((place) => place.ghost));
  for (const ghost of document.querySelectorAll('#table [id^="ghost-"]')) {
    ghost.classList.toggle("shown", wanted.has(ghost.id));
    if (!wanted.has(ghost.id)) ghost.classList.remove("aimed");
  }
}

/** Point out one ghost; null for none. */
export function aim(id) {
  for (const ghost of document.querySelectorAll('#table [id^="ghost-"]')) ghost.classList.toggle("aimed", ghost.id === id);
}

/**
 * The words of a place. What is the same for all, and what the ghost shows, is there for ears alone: short buttons
 * leave room for the table.
 */
function named({ label, short, end }, places) {
  const at = places.every((one) => one.end === end) ? label.indexOf(short) : 0;
  const to = label.indexOf(short) + short.length;
  if (at < 0 || to < short.length) return [label];
  return [heard(label.slice(0, at)), label.slice(at, to), heard(label.slice(to))].filter(Boolean);
}

function heard(text) {
  if (!text) return null;
  const span = document.createElement("span");
  span.className = "heard";
  span.textContent = text;
  return span;
}

export class Choosing {
  #tile = null; // the id of the tile in question
  #shown = ""; // its places, as they are shown

  /** `play(tile, move)` is called when a place was chosen, `looked()` when other ghosts are shown. */
  constructor(play, looked) {
    this.play = play;
    this.panel = document.getElementById("choices");
    this.list = document.getElementById("choices-list");
    this.looked = looked;
    this.panel.addEventListener("click", (event) => this.#click(event));
    for (const kind of ["focusin", "pointerover"]) {
      this.panel.addEventListener(kind, (event) => aim(event.target.closest("button")?.dataset.ghost ?? null));
    }
    document.addEventListener("click", (event) => this.#onTable(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#tile && !document.querySelector("dialog[open]")) this.close(true);
    });
  }

  get tile() {
    return this.#tile;
  }

  /** Mark the tile of a move, and show where it would lie; null: nothing is marked any more. */
  hint(move) {
    if (hinted === move) return;
    hinted = move;
    this.refresh();
    this.looked();
  }

  open(tile) {
    this.#tile = tile.id;
    this.#shown = "";
    this.refresh();
    this.list.querySelector("button")?.focus({ preventScroll: true });
    this.#keepInSight();
  }

  /** The question and the ghosts that it is about; the ghosts count for more. */
  #keepInSight() {
    const panel = this.panel.getBoundingClientRect();
    if (panel.top < 0 || panel.bottom > innerHeight) this.panel.scrollIntoView({ block: "nearest", behavior: "instant" });
    const ghosts = [...document.querySelectorAll('#table [id^="ghost-"].shown')].map((one) => one.getBoundingClientRect());
    if (!ghosts.length) return;
    const north = Math.min(...ghosts.map((one) => one.top)) - 8;
    const south = Math.max(...ghosts.map((one) => one.bottom)) + 8;
    const below = this.panel.getBoundingClientRect();
    const foot = below.top > north && below.top < innerHeight ? below.top : innerHeight;
    if (north < 0) scrollBy({ top: north, behavior: "instant" });
    else if (south > foot) scrollBy({ top: Math.min(south - foot, north), behavior: "instant" });
  }

  /** Put the tile back; `again`: the focus returns to it. */
  close(again) {
    const had = this.panel.contains(document.activeElement);
    const tile = this.#tile && document.getElementById(this.#tile);
    if (again || had) tile?.focus({ preventScroll: true });
    this.#tile = null;
    this.#shown = "";
    this.panel.hidden = true;
    this.list.replaceChildren();
    showGhosts([]);
    this.#press();
    this.looked();
  }

  /** After the page has changed: the question stands as long as its places do. */
  refresh() {
    this.#press();
    if (!this.#tile) {
      showGhosts([]);
      return;
    }
    const tile = document.getElementById(this.#tile);
    const places = placesOf(tile);
    if (places.length < 2) {
      this.close(false);
      return;
    }
    if (this.#shown !== tile.dataset.choices) this.#build(tile, places);
    showGhosts(places);
    this.looked();
  }

  #build(tile, places) {
    const had = this.list.contains(document.activeElement);
    this.#shown = tile.dataset.choices;
    document.getElementById("choices-title").textContent = tile.dataset.ask;
    const buttons = places.map((place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "main";
      button.replaceChildren(...named(place, places));
      button.setAttribute("aria-label", place.label); // of spans that are laid out apart a name would have blanks between
      button.dataset.move = place.move;
      button.dataset.ghost = place.ghost;
      return button;
    });
    this.list.replaceChildren(...buttons);
    this.panel.hidden = false;
    if (had) buttons[0].focus();
  }

  #press() {
    const hint = ofHint();
    for (const tile of document.querySelectorAll("#hand-tiles button")) {
      tile.classList.toggle("hinted", tile === hint?.tile);
      if (placesOf(tile).length > 1) tile.setAttribute("aria-pressed", String(tile.id === this.#tile));
      else tile.removeAttribute("aria-pressed");
    }
  }

  #click(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const tile = this.#tile;
    this.close(true);
    if (button.dataset.move) this.play(tile, button.dataset.move);
  }

  #onTable(event) {
    const ghost = event.target.closest?.('#table [id^="ghost-"]');
    const tile = this.#tile ?? ofHint()?.tile.id;
    if (!ghost || !tile) return;
    const place = placesOf(document.getElementById(tile)).find((one) => one.ghost === ghost.id);
    this.close(true);
    if (place) this.play(tile, place.move);
  }
}
