// A tile is dragged to the table, by mouse, pen or finger: the nearest place takes it, and anywhere else gives it back.

import { aim, placesOf, showGhosts } from "./choosing.js";

const SLACK = 8; // pixels: less than this is a tap
const ROUND = 22 / 19; // a tile's picture is that much wider than the tile
const REACH = 1.6; // lengths of a tile from a ghost's middle, within which it takes the tile

export class Dragging {
  #held = null;
  #swallow = false;

  /** `hold(on)` while a pointer is down on a tile, `play(tile, move)` for a drop on a place, `back()` elsewhere. */
  constructor({ hold, play, back, lift, looked }) {
    Object.assign(this, { hold, play, back, lift, looked });
    document.addEventListener("pointerdown", (event) => this.#down(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#up(event));
    document.addEventListener("pointercancel", (event) => this.#cancel(event));
    document.addEventListener("lostpointercapture", (event) => this.#cancel(event));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#held) return;
      event.stopImmediatePropagation();
      this.#swallow = this.#held.moving;
      this.#end(true);
    });
    // With capture the release of a mouse also counts as a click on the tile.
    document.addEventListener(
      "click",
      (event) => {
        if (!this.#swallow) return;
        this.#swallow = false;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );
  }

  #down(event) {
    this.#swallow = false;
    const tile = event.target.closest?.("#hand-tiles button");
    if (!tile || !event.isPrimary || event.button !== 0 || this.#held) return;
    const places = placesOf(tile);
    if (!places.length) return;
    this.#held = { tile, places, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false, clone: null, aimed: null };
    this.hold(true);
  }

  #move(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    if (!held.moving) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      this.#lift(held);
    }
    held.aimed = nearest(held.places, event.clientX, event.clientY);
    aim(held.aimed?.ghost ?? null);
    this.#place(held, event.clientX, event.clientY);
  }

  #lift(held) {
    held.moving = true;
    this.lift();
    held.tile.setPointerCapture(held.id);
    showGhosts(held.places);
    this.looked();
    held.tile.classList.add("lifted");
    held.clone = held.tile.querySelector("svg").cloneNode(true);
    held.clone.classList.add("dragged");
    document.body.append(held.clone);
  }

  /** Under the pointer, turned and as large as the place that would take it. */
  #place(held, x, y) {
    const { clone, aimed } = held;
    const high = Number(held.tile.dataset.high);
    let angle = 0;
    let size = held.tile.querySelector("svg").getBoundingClientRect().width;
    if (aimed) {
      const lying = aimed.width > aimed.height;
      // As drawn the higher number is above; turned by -90 degrees it is on the left.
      angle = (lying ? -90 : 0) + (aimed.first === high ? 0 : 180);
      const box = document.getElementById(aimed.ghost)?.getBoundingClientRect();
      if (box?.width) size = Math.max(16, ROUND * Math.min(box.width, box.height));
    }
    clone.style.width = `${size}px`;
    clone.style.left = `${x}px`;
    clone.style.top = `${y}px`;
    clone.style.transform = `translate(-50%, -50%) rotate(${angle}deg)`;
  }

  #up(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    if (!held.moving) {
      this.#end(false);
      return;
    }
    this.#swallow = true;
    setTimeout(() => (this.#swallow = false), 0); // where no click follows
    held.aimed = nearest(held.places, event.clientX, event.clientY);
    const { tile, aimed } = held;
    this.#end(!aimed);
    if (aimed) this.play(tile.id, aimed.move);
  }

  #cancel(event) {
    if (this.#held && event.pointerId === this.#held.id) this.#end(this.#held.moving);
  }

  #end(returned) {
    const held = this.#held;
    this.#held = null;
    held.clone?.remove();
    held.tile.classList.remove("lifted");
    if (held.moving) {
      aim(null);
      showGhosts([]);
      this.looked();
      if (held.tile.hasPointerCapture(held.id)) held.tile.releasePointerCapture(held.id);
    }
    this.hold(false);
    if (returned) this.back();
  }
}

/** The place whose ghost is nearest to a point of the window, within reach; null elsewhere. */
function nearest(places, x, y) {
  let found = null;
  let least = Infinity;
  for (const place of places) {
    const box = document.getElementById(place.ghost)?.getBoundingClientRect();
    if (!box?.width) continue;
    const away = Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
    if (away < least && away <= Math.max(44, REACH * Math.max(box.width, box.height))) [found, least] = [place, away];
  }
  return found;
}
