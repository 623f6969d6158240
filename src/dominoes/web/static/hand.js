// The hand as a toolbar: one stop of the Tab key, arrows within.

export class Hand {
  #current = null; // the id of the tile that Tab leads to
  #order = [];

  constructor() {
    document.addEventListener("focusin", (event) => {
      if (event.target.closest?.("#hand-tiles")) this.#mark(event.target.id);
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    this.refresh();
  }

  get tiles() {
    return [...document.querySelectorAll("#hand-tiles button")];
  }

  /** After the hand has changed: exactly one tile is a stop. */
  refresh() {
    const tiles = this.tiles;
    const ids = tiles.map((tile) => tile.id);
    if (!ids.includes(this.#current)) this.#current = this.#near(this.#current, ids) ?? ids[0] ?? null;
    this.#order = ids;
    this.#mark(this.#current);
  }

  /** The tile to go to where `gone` was: the next of the hand, else the one before; null where none is left. */
  after(gone) {
    const tiles = this.tiles;
    const id = this.#near(gone, tiles.map((tile) => tile.id)) ?? this.#current;
    return tiles.find((tile) => tile.id === id) ?? null;
  }

  /** Remember the order before a change, which `after` goes by. */
  remember() {
    this.#before = this.#order;
  }

  #before = [];

  #near(gone, ids) {
    const at = this.#before.indexOf(gone);
    if (at < 0) return null;
    const next = this.#before.slice(at + 1).find((id) => ids.includes(id));
    return next ?? this.#before.slice(0, at).reverse().find((id) => ids.includes(id)) ?? null;
  }

  #mark(id) {
    this.#current = id;
    for (const tile of this.tiles) tile.tabIndex = tile.id === id ? 0 : -1;
  }

  #key(event) {
    const tile = event.target.closest?.("#hand-tiles button");
    if (!tile || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const tiles = this.tiles;
    const at = tiles.indexOf(tile);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tiles.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const found = tiles[Math.min(tiles.length - 1, Math.max(0, to))];
    found.focus();
    found.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
