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

const CUTS = [/(?<=[.!?\u2026])\s+/u, /(?<=;)\s+/u, /(?<=:)\s+/u, /(?<=,)\s+/u]; // the first that helps is taken

/**
 * A long text in parts of so many letters at the most, as few as can be: cut after sentences or, where one is longer,
 * after what it puts beside each other.
 */
export function portions(text, most = 150, [cut, ...finer] = CUTS) {
  if (text.length <= most || !cut) return [text];
  const found = [];
  for (const part of text.split(cut).flatMap((one) => portions(one, most, finer))) {
    const last = found[found.length - 1];
    if (last && last.length + 1 + part.length <= most) found[found.length - 1] = `${last} ${part}`;
    else found.push(part);
  }
  return found;
}

export class Announcer {
  #region;
  #waiting = [];
  #speaking = false;
  #cleared = 0;

  constructor(region) {
    this.#region = region;
  }

  /** Say a text after all others, a long one in portions; `along` is called when its turn comes. */
  say(text, along = null) {
    if (!text) return;
    for (const [at, part] of portions(text).entries()) this.#waiting.push([part, at ? null : along]);
    if (!this.#speaking) this.#speak();
  }

  /** Forget what is shown, and what waits. */
  clear() {
    this.#cleared += 1;
    this.#waiting = [];
    this.#region.textContent = "";
  }

  async #speak() {
    this.#speaking = true;
    while (this.#waiting.length) {
      const [text, along] = this.#waiting.shift();
      const cleared = this.#cleared;
      this.#region.textContent = "";
      await frame();
      if (cleared !== this.#cleared) continue; // forgotten meanwhile
      this.#region.textContent = text;
      along?.();
      await pause(APART);
    }
    this.#speaking = false;
  }
}
