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

export class Announcer {
  #region;
  #waiting = [];
  #speaking = false;

  constructor(region) {
    this.#region = region;
  }

  /** Say a text after all others; `along` is called when its turn comes. */
  say(text, along = null) {
    if (!text) return;
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
