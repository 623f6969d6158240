// The table's picture fills its room: whole where that is large enough, else as far as tiles lie on it; and while a
// place is asked for, as near as its ghosts allow. What the server drew is not touched, only the part that is shown.

const ENOUGH = 1.5; // pixels for a unit of the picture: below this it is cut (a tile is 20 units wide)
const NEAREST = 2.2; // and above this it is not enlarged for the ghosts' sake
const AROUND = 50; // units kept free around what lies there, fewer where there is little room
const CLOSE = 12; // what is shown stays as it is while so many are free
const NARROW = 600; // pixels

let last = null; // what was shown last, for how many tiles and in how much room

/** Show as much of the table as its room and its tiles ask for. */
export function fit() {
  const picture = document.querySelector("#picture svg");
  if (!picture) return;
  picture.dataset.whole ||= picture.getAttribute("viewBox");
  const whole = boxOf(picture.dataset.whole);
  const room = { width: picture.parentElement.clientWidth, height: picture.parentElement.clientHeight };
  if (!room.width || !room.height) return;
  let box = scaleOf(whole, room) < ENOUGH ? part(picture, whole, room) : whole;
  const asked = rectsOf(picture, '[id^="ghost-"].shown');
  if (asked.length) box = nearer(box, around(asked), whole, room);
  picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
}

function boxOf(text) {
  const [x, y, width, height] = text.split(" ").map(Number);
  return { x, y, width, height };
}

const scaleOf = (box, room) => Math.min(room.width / box.width, room.height / box.height);

function rectsOf(picture, selector) {
  const bodies = [...picture.querySelectorAll(selector)].map((one) => one.querySelector("rect"));
  return bodies.map((one) => boxOf(["x", "y", "width", "height"].map((name) => one.getAttribute(name)).join(" ")));
}

/** The part of the whole that holds all tiles and ghosts. It changes only where they come near its edge. */
function part(picture, whole, room) {
  const tiles = rectsOf(picture, '[id^="tile-"]');
  const lying = [...tiles, ...rectsOf(picture, '[id^="ghost-"]')];
  const least = room.width / (room.width < NARROW ? 1.4 : 2); // no nearer than that
  if (!lying.length) {
    last = null;
    return cut(whole, whole.x + whole.width / 2, whole.y + whole.height / 2, least, room);
  }
  const found = around(lying);
  const size = `${room.width} ${room.height}`;
  const stays = last && last.size === size && last.count <= tiles.length && within(found, last.box, whole);
  last = { box: stays ? last.box : fresh(found, whole, least, room), count: tiles.length, size };
  return last.box;
}

function fresh({ west, north, east, south }, whole, least, room) {
  const free = Math.min(AROUND, room.height / 10, room.width / 10);
  const width = Math.max(east - west + 2 * free, least, ((south - north + 2 * free) * room.width) / room.height);
  return cut(whole, (west + east) / 2, (north + south) / 2, width, room);
}

/** So near that the places asked for, and what is beside them, fill the room; never further away than before. */
function nearer(box, { west, north, east, south }, whole, room) {
  const free = 26;
  const wanted = { width: east - west + 2 * free, height: south - north + 2 * free };
  const scale = Math.min(NEAREST, scaleOf(wanted, room));
  if (scale < 1.15 * scaleOf(box, room)) return box;
  return cut(whole, (west + east) / 2, (north + south) / 2, room.width / scale, room);
}

function around(lying) {
  return {
    west: Math.min(...lying.map((one) => one.x)),
    north: Math.min(...lying.map((one) => one.y)),
    east: Math.max(...lying.map((one) => one.x + one.width)),
    south: Math.max(...lying.map((one) => one.y + one.height)),
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

/** A part of that width around a point, shaped like the room, moved to where it does not leave the whole. */
function cut(whole, x, y, wide, room) {
  const width = Math.min(wide, whole.width);
  const height = Math.min((wide * room.height) / room.width, whole.height);
  const left = Math.min(Math.max(x - width / 2, whole.x), whole.x + whole.width - width);
  const top = Math.min(Math.max(y - height / 2, whole.y), whole.y + whole.height - height);
  return { x: left, y: top, width, height };
}
