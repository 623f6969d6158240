// The stream of messages. It comes back by itself, and says once that it was lost.
//
// A browser has six connections to one server, for all its windows. So a page that nobody sees closes its stream, and of
// those that are seen some hold theirs, while the others open it every now and then, for what is new.

const LONGEST = 30_000; // milliseconds between two tries at the most
const PATIENCE = 1500; // a loss shorter than this is not worth a word
const PLACES = ["1", "2", "3", "4"].map((number) => `dominoes-stream-${number}`); // two connections are left for the rest
const NOW_AND_THEN = 2000; // milliseconds

/** One of the places for a stream that stays open: a function that gives it back; null where all are taken. */
async function place() {
  if (!navigator.locks) return () => {}; // a plain address of the network, say for a phone, which has one window
  for (const name of PLACES) {
    const release = await new Promise((resolve) => {
      navigator.locks
        .request(name, { ifAvailable: true }, (lock) => lock && new Promise((done) => resolve(done)))
        .then(() => resolve(null), () => resolve(null)); // a second answer counts for nothing
    });
    if (release) return release;
  }
  return null;
}

export class Stream {
  #path;
  #version;
  #source = null;
  #release = null; // gives back the place of an open stream
  #opening = 0; // counts, so that of two openings the later one counts
  #next = 0; // the timer of a page that looks now and then
  #wait = 1000;
  #late = 0;
  #missed = false; // whether the last opening already was to make up for a loss
  #lost = false;
  #held = [];
  #holding = false;
  #ended = false;

  /**
   * `take(message, back)` for each message, `back` where it is the first after a loss that was told; `lost()` once for
   * each loss, unless it is known by `doubt()`;
   * `ended()` once, where the match is not this browser's any more, after which nothing is asked for.
   */
  constructor(path, version, { take, lost, ended }) {
    this.#path = path;
    this.#version = version;
    this.take = take;
    this.lost = lost;
    this.ended = ended;
    if (!document.hidden) this.#open();
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", (event) => {
      if (event.persisted && !document.hidden) this.#open();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#close();
      else if (!this.#source) this.#open();
    });
    addEventListener("online", () => {
      if (this.#lost && !document.hidden) this.#open();
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

  /** Something else was not answered, and that was told: the stream begins anew, and tells when all is well. */
  doubt() {
    if (this.#lost || this.#ended) return;
    this.#close();
    this.#lost = true;
    if (!document.hidden) this.#next = setTimeout(() => this.#open(), this.#wait);
  }

  /** What was done is stored, and does not come: the stream may be dead without anybody having noticed. */
  renew() {
    if (!this.#ended && !document.hidden) this.#open();
  }

  #close() {
    this.#opening += 1;
    this.#source?.close();
    this.#source = null;
    this.#release?.();
    this.#release = null;
    clearTimeout(this.#next);
    clearTimeout(this.#late);
    this.#late = 0;
  }

  async #open() {
    this.#close();
    if (this.#ended) return;
    this.#held = []; // the first message brings it once more
    const opening = this.#opening;
    const release = await place();
    if (opening !== this.#opening) {
      release?.();
      return;
    }
    this.#release = release;
    const source = new EventSource(`${this.#path}/events?version=${this.#version}`);
    this.#source = source;
    source.onmessage = (event) => {
      this.#wait = 1000;
      clearTimeout(this.#late);
      this.#late = 0;
      this.#missed = false;
      const message = JSON.parse(event.data);
      if (this.#holding) this.#held.push(message);
      else this.#take(message);
      if (release || this.#source !== source) return;
      this.#close();
      this.#look();
    };
    source.onerror = () => {
      this.#late ||= setTimeout(() => this.#miss(source), PATIENCE);
      if (source.readyState === EventSource.CLOSED) this.#refused(source); // else it tries again by itself
    };
  }

  /** Nothing has come for a while: the connection is lost, unless only the stream was ended. */
  async #miss(source) {
    const there = await this.#still(source);
    if (this.#source !== source || !this.#late) return;
    if (there && !this.#missed) {
      this.#missed = true;
      this.#open();
      return;
    }
    if (!this.#lost) this.lost();
    this.#lost = true;
  }

  /** Whether the server answers. An event source does not say what it was answered: that the seat is given up, say. */
  async #still(source) {
    const asked = { headers: { accept: "application/json" }, signal: AbortSignal.timeout?.(PATIENCE) };
    const answer = await fetch(`${this.#path}/brief`, asked).catch(() => null);
    if (this.#source === source && (answer?.status === 403 || answer?.status === 404)) {
      this.#close();
      this.#ended = true;
      this.ended();
    }
    return Boolean(answer?.ok);
  }

  async #refused(source) {
    await this.#still(source);
    if (this.#source !== source) return;
    this.#next = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(LONGEST, 2 * this.#wait);
  }

  /** Open it again in a moment; not while messages are held, which it would bring once more. */
  #look() {
    this.#next = setTimeout(() => (this.#holding ? this.#look() : this.#open()), NOW_AND_THEN);
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
