// On a small screen the table is shown as far as tiles lie on it, so that they are large enough; on a large one, whole.

const SMALL = 0.85; // pixels for a unit of the picture: below this it is cut
const LARGE = 1.4; // it is never cut so far that a unit has more
const AROUND = 50; // units kept free around what lies there

/** Cut the table's picture to this screen. What the server drew is not touched: only the part of it that is shown. */
export function fit() {
  const picture = document.querySelector("#picture svg");
  if (!picture) return;
  picture.dataset.whole ||= picture.getAttribute("viewBox");
  const whole = boxOf(picture.dataset.whole);
  const room = picture.parentElement.clientWidth;
  show(picture, room && room / whole.width < SMALL ? part(picture, whole, room) : whole);
}

function boxOf(text) {
  const [x, y, width, height] = text.split(" ").map(Number);
  return { x, y, width, height };
}

function show(picture, { x, y, width, height }) {
  picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  picture.setAttribute("width", String(width));
  picture.setAttribute("height", String(height));
}

/** The part of the whole that holds all tiles and ghosts. */
function part(picture, whole, room) {
  const lying = picture.querySelectorAll('[id^="tile-"] > rect:first-child, [id^="ghost-"] > rect:first-child');
  if (!lying.length) return cut(whole, whole.x + whole.width / 2, whole.y + whole.height / 2, room / LARGE, room / LARGE / 2);
  const sides = [...lying].map((one) => boxOf(["x", "y", "width", "height"].map((name) => one.getAttribute(name)).join(" ")));
  const west = Math.min(...sides.map((one) => one.x));
  const north = Math.min(...sides.map((one) => one.y));
  const east = Math.max(...sides.map((one) => one.x + one.width));
  const south = Math.max(...sides.map((one) => one.y + one.height));
  const width = Math.max(east - west + 2 * AROUND, room / LARGE);
  const height = Math.max(south - north + 2 * AROUND, 0.45 * width);
  return cut(whole, (west + east) / 2, (north + south) / 2, width, height);
}

/** A part so large around a point, moved to where it does not leave the whole. */
function cut(whole, x, y, width, height) {
  width = Math.min(width, whole.width);
  height = Math.min(height, whole.height);
  const left = Math.min(Math.max(x - width / 2, whole.x), whole.x + whole.width - width);
  const top = Math.min(Math.max(y - height / 2, whole.y), whole.y + whole.height - height);
  return { x: left, y: top, width, height };
}
