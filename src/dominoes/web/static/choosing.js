// A tile in the hand that fits in several places: its ghosts on the table, and a button for each.

/** The places of a tile, as its button says. */
export const placesOf = (tile) => JSON.parse(tile?.dataset.choices || "[]");

/** Show the ghosts of these places and no others. */
export function showGhosts(places) {
  const wanted = new Set(places.map((place) => place.ghost));
  for (const ghost of document.querySelectorAll('#table [id^="ghost-"]')) {
    ghost.classList.toggle("shown", wanted.has(ghost.id));
    if (!wanted.has(ghost.id)) ghost.classList.remove("aimed");
  }
}

/** Point out one ghost; null for none. */
export function aim(id) {
  for (const ghost of document.querySelectorAll('#table [id^="ghost-"]')) ghost.classList.toggle("aimed", ghost.id === id);
}

export class Choosing {
  #tile = null; // the id of the tile in question
  #shown = ""; // its places, as they are shown

  /** `play(tile, move)` is called when a place was chosen. */
  constructor(play, words) {
    this.play = play;
    this.words = words;
    this.panel = document.getElementById("choices");
    this.list = document.getElementById("choices-list");
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

  open(tile) {
    this.#tile = tile.id;
    this.#shown = "";
    this.refresh();
    this.list.querySelector("button")?.focus({ preventScroll: true });
    // No further than needed: the ghosts on the table are what the question is about.
    this.panel.scrollIntoView({ block: "nearest" });
  }

  /** Put the tile back; `again`: the focus returns to it. */
  close(again) {
    const had = this.panel.contains(document.activeElement);
    const tile = this.#tile && document.getElementById(this.#tile);
    if (again || had) tile?.focus();
    this.#tile = null;
    this.#shown = "";
    this.panel.hidden = true;
    this.list.replaceChildren();
    showGhosts([]);
    this.#press();
  }

  /** After the page has changed: the question stands as long as its places do. */
  refresh() {
    this.#press();
    if (!this.#tile) return;
    const tile = document.getElementById(this.#tile);
    const places = placesOf(tile);
    if (places.length < 2) {
      this.close(false);
      return;
    }
    if (this.#shown !== tile.dataset.choices) this.#build(tile, places);
    showGhosts(places);
  }

  #build(tile, places) {
    const had = this.list.contains(document.activeElement);
    this.#shown = tile.dataset.choices;
    document.getElementById("choices-title").textContent = tile.dataset.ask;
    const buttons = places.map((place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "main";
      button.textContent = place.label;
      button.dataset.move = place.move;
      button.dataset.ghost = place.ghost;
      return button;
    });
    const cancel = document.createElement("button");
    cancel.type = "button";
    cancel.textContent = this.words.cancel;
    cancel.dataset.cancel = "";
    this.list.replaceChildren(...buttons, cancel);
    this.panel.hidden = false;
    if (had) buttons[0].focus();
  }

  #press() {
    for (const tile of document.querySelectorAll("#hand-tiles button")) {
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
    const ghost = this.#tile && event.target.closest?.('#table [id^="ghost-"]');
    if (!ghost) return;
    const tile = this.#tile;
    const place = placesOf(document.getElementById(tile)).find((one) => one.ghost === ghost.id);
    this.close(true);
    if (place) this.play(tile, place.move);
  }
}
