// Says texts one after the other in a live region, so that none overwrites another and the same twice is said twice.

const APART = 150; // milliseconds: screen readers merge what changes faster

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** The next frame; a page in the background has none, and must not fall silent. */
const frame = () =>
  new Promise((done) => {
    const late = setTimeout(done, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      done();
    });
  });

/**
 * A long text in parts of so many letters at the most, as few as can be, cut after sentences or, where one is longer,
 * after what it puts beside each other.
 */
export function portions(text, most = 150) {
  const found = [];
  for (const sentence of text.split(/(?<=[.!?\u2026])\s+/u)) {
    for (const part of sentence.length > most ? sentence.split(/(?<=[;:,])\s+/u) : [sentence]) {
      const last = found[found.length - 1];
      if (last && last.length + 1 + part.length <= most) found[found.length - 1] = `${last} ${part}`;
      else found.push(part);
    }
  }
  return found;
}

export class Announcer {
  #region;
  #waiting = [];
  #speaking = false;
  last = ""; // what was to be said last

  constructor(region) {
    this.#region = region;
  }

  /** Say a text after all others; `along` is called when its turn comes. */
  say(text, along = null) {
    if (!text) return;
    this.last = text;
    this.#waiting.push([text, along]);
    if (!this.#speaking) this.#speak();
  }

  /** Forget what is shown, and what waits. */
  clear() {
    this.#waiting = [];
    this.#region.textContent = "";
  }

  async #speak() {
    this.#speaking = true;
    while (this.#waiting.length) {
      const [text, along] = this.#waiting.shift();
      this.#region.textContent = "";
      await frame();
      this.#region.textContent = text;
      along?.();
      await pause(APART);
    }
    this.#speaking = false;
  }
}
