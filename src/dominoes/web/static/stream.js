// The stream of messages. It comes back by itself, and says once that it was lost. While nobody sees the page it is
// closed: a browser has few connections to one server, and every page in another tab would hold one.

const LONGEST = 30_000; // milliseconds between two tries at the most
const PATIENCE = 1500; // a loss shorter than this is not worth a word

export class Stream {
  #path;
  #version;
  #source = null;
  #wait = 1000;
  #late = 0;
  #lost = false;
  #held = [];
  #holding = false;

  /** `take(message, back)` for each message, `back` where it is the first after a loss that was told; `lost()` once. */
  constructor(path, version, take, lost) {
    this.#path = path;
    this.#version = version;
    this.take = take;
    this.lost = lost;
    if (!document.hidden) this.#open();
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", (event) => {
      if (event.persisted && !document.hidden) this.#open();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#close();
      else if (!this.#source) this.#open();
    });
  }

  get version() {
    return this.#version;
  }

  /** While something is held in the hand nothing moves under it: messages wait. */
  hold(on) {
    this.#holding = on;
    while (!this.#holding && this.#held.length) this.#take(this.#held.shift());
  }

  #close() {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#late);
    this.#late = 0;
  }

  #open() {
    this.#close();
    const source = new EventSource(`${this.#path}?version=${this.#version}`);
    this.#source = source;
    source.onmessage = (event) => {
      this.#wait = 1000;
      clearTimeout(this.#late);
      this.#late = 0;
      const message = JSON.parse(event.data);
      if (this.#holding) this.#held.push(message);
      else this.#take(message);
    };
    source.onerror = () => {
      this.#late ||= setTimeout(() => {
        if (!this.#lost) this.lost();
        this.#lost = true;
      }, PATIENCE);
      if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
      setTimeout(() => this.#source === source && this.#open(), this.#wait);
      this.#wait = Math.min(LONGEST, 2 * this.#wait);
    };
  }

  #take(message) {
    const fresh = message.version > this.#version;
    const back = this.#lost;
    this.#lost = false;
    if (fresh) this.#version = message.version;
    else message = { ...message, fragments: {}, events: [] };
    this.take(message, back);
  }
}
