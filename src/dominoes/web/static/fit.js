// Where the whole table would be small it is shown as far as tiles lie on it, so that they are large enough.

const ENOUGH = 1.5; // pixels for a unit of the picture: below this it is cut
const AROUND = 50; // units kept free around what lies there, fewer on a very small screen
const CLOSE = 12; // what is shown stays as it is while so many are free
const NARROW = 600; // pixels
const NEARLY = 0.8; // of the whole: so much of it is not worth cutting

let last = null; // what was shown last, for how many tiles and in how much room

/** Cut the table's picture to this screen. What the server drew is not touched: only the part of it that is shown. */
export function fit() {
  const picture = document.querySelector("#picture svg");
  if (!picture) return;
  picture.dataset.whole ||= picture.getAttribute("viewBox");
  const whole = boxOf(picture.dataset.whole);
  const room = picture.parentElement.clientWidth;
  const high = parseFloat(getComputedStyle(picture).maxHeight) || Infinity;
  const scale = Math.min(room / whole.width, high / whole.height);
  show(picture, room && scale < ENOUGH ? part(picture, whole, room, high) : whole);
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

/** The part of the whole that holds all tiles and ghosts. It changes only where they come near its edge. */
function part(picture, whole, room, high) {
  const width = room / (room < NARROW ? 1.4 : 2);
  const tiles = [...picture.querySelectorAll('[id^="tile-"] > rect:first-child')];
  const lying = [...tiles, ...picture.querySelectorAll('[id^="ghost-"] > rect:first-child')];
  if (!lying.length) {
    last = null;
    return cut(whole, whole.x + whole.width / 2, whole.y + whole.height / 2, width, width / 2);
  }
  const found = around(lying);
  const stays = last && last.room === room && last.count <= tiles.length && within(found, last.box, whole);
  last = { box: stays ? last.box : fresh(found, whole, width, high / room, Math.min(AROUND, high / 5, room / 10)), count: tiles.length, room };
  return last.box;
}

function fresh({ west, north, east, south }, whole, least, steep, around) {
  const wanted = Math.max(east - west + 2 * around, least);
  const height = Math.max(south - north + 2 * around, Math.min(0.45, steep) * wanted);
  const width = Math.max(wanted, height / steep); // what has room beside it is shown too
  if (width > NEARLY * whole.width && height > NEARLY * whole.height) return whole;
  return cut(whole, (west + east) / 2, (north + south) / 2, width, height);
}

function around(lying) {
  const sides = lying.map((one) => boxOf(["x", "y", "width", "height"].map((name) => one.getAttribute(name)).join(" ")));
  return {
    west: Math.min(...sides.map((one) => one.x)),
    north: Math.min(...sides.map((one) => one.y)),
    east: Math.max(...sides.map((one) => one.x + one.width)),
    south: Math.max(...sides.map((one) => one.y + one.height)),
  };
}

/** Whether all is in a box with some room around it, or up to the edge of the whole. */
function within({ west, north, east, south }, box, whole) {
  return (
    Math.max(west - CLOSE, whole.x) >= box.x &&
    Math.max(north - CLOSE, whole.y) >= box.y &&
    Math.min(east + CLOSE, whole.x + whole.width) <= box.x + box.width &&
    Math.min(south + CLOSE, whole.y + whole.height) <= box.y + box.height
  );
}

/** A part so large around a point, moved to where it does not leave the whole. */
function cut(whole, x, y, width, height) {
  width = Math.min(width, whole.width);
  height = Math.min(height, whole.height);
  const left = Math.min(Math.max(x - width / 2, whole.x), whole.x + whole.width - width);
  const top = Math.min(Math.max(y - height / 2, whole.y), whole.y + whole.height - height);
  return { x: left, y: top, width, height };
}
