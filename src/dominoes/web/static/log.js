// The log of what happened. It follows its end, unless its reader has scrolled away from there.

const LINES = 200; // at the most
const NEAR = 8; // pixels from the end that count as there

const sizeOf = (lines) => `${lines.clientWidth} ${lines.clientHeight} ${lines.scrollHeight}`;

export class Log {
  #atEnd = true;
  #size = ""; // when it was shown last: what scrolls in another size is not the reader's doing

  constructor() {
    document.addEventListener("scroll", (event) => event.target.id === "log-lines" && this.#scrolled(event.target), true);
    addEventListener("resize", () => this.follow());
    if (this.#lines) new ResizeObserver(() => this.follow()).observe(this.#lines);
  }

  get #lines() {
    return document.getElementById("log-lines");
  }

  /** A line more, once. */
  add({ id, text }) {
    const lines = this.#lines;
    if (!lines || document.getElementById(`log-${id}`)) return;
    const line = document.createElement("li");
    line.id = `log-${id}`;
    line.textContent = text;
    lines.append(line);
    while (lines.children.length > LINES) lines.firstElementChild.remove();
    this.follow();
  }

  /** Something may have changed: to the end, where that was shown. */
  follow() {
    const lines = this.#lines;
    if (!lines) return;
    this.#size = sizeOf(lines);
    if (this.#atEnd) lines.scrollTop = lines.scrollHeight;
  }

  #scrolled(lines) {
    if (this.#size !== sizeOf(lines)) this.follow();
    else this.#atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < NEAR;
  }
}
