// How much of the table's picture is shown in its room. A table is whole as long as its tiles are large enough, else as
// far as tiles lie on it; a chain without a table always is as large as it fits. What is too long for that is cut, at
// its ends. While a place is asked for, a small screen comes nearer. What the server drew is not touched, but for the
// arrows, which are never too small to be found.

const TILE = 20; // units of the picture across a tile
const LEAST = 14 / TILE; // pixels for a unit: with smaller tiles a chain is cut,
const CUT = 16 / TILE; // and then shown like that
const WHOLE = { small: 30 / TILE, large: 16 / TILE }; // with smaller tiles a table is cut
const ASKED = { small: 28 / TILE, large: 20 / TILE }; // with smaller ghosts they are looked at from nearer
const ARROW = { least: 14, deep: 8 }; // pixels, units
const AROUND = { small: 18, large: 26 }; // pixels kept free around what is shown
const CLOSE = 12; // units: what is shown stays as it is while so many are free
const LARGER = 1.3; // or until it could be so much larger
const LAST = '[stroke="#b3261e"]'; // the ring of the last tile

let last = null; // what was shown last, for how many tiles and in how much room
const resized = new ResizeObserver(() => fit()); // what is said above the table may take a line more
let watched = null;

/** Show as much of the table as its room and its tiles ask for. */
export function fit() {
  const picture = document.querySelector("#picture svg");
  if (!picture) return;
  picture.dataset.whole ||= picture.getAttribute("viewBox");
  watch(picture.parentElement);
  const room = roomOf(picture);
  if (!room.width || !room.height) return;
  const whole = room.open ? null : boxOf(picture.dataset.whole);
  const tiles = rectsOf(picture, '[id^="tile-"]');
  const asked = rectsOf(picture, '[id^="ghost-"].shown');
  let box = whole && scaleOf(whole, room) >= WHOLE[room.kind] ? whole : part(picture, tiles, whole, room);
  if (asked.length) box = nearer(box, tiles, asked, whole, room);
  picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  fade(picture, box, whole ?? (tiles.length ? around(tiles) : box), room);
  for (const one of picture.querySelectorAll('[id^="end-"] > g')) enlarge(one, scaleOf(box, room));
}

function watch(parent) {
  if (parent === watched) return;
  resized.disconnect();
  resized.observe(parent);
  watched = parent;
}

function roomOf(picture) {
  const { clientWidth: width, clientHeight: height } = picture.parentElement;
  const kind = width < 700 || height < 300 ? "small" : "large";
  const open = Boolean(picture.closest(".open"));
  // The scale of few tiles. A table is cut only where it must be, and then by little.
  const most = kind === "large" && !open ? ASKED.large : Math.min(2.8, Math.max(1.4, width / 400));
  return { width, height, kind, open, most };
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

/** All that lies there, and may: the smallest box around rectangles. */
function around(lying) {
  const x = Math.min(...lying.map((one) => one.x));
  const y = Math.min(...lying.map((one) => one.y));
  const width = Math.max(...lying.map((one) => one.x + one.width)) - x;
  return { x, y, width, height: Math.max(...lying.map((one) => one.y + one.height)) - y };
}

/** The scale at which a box fills the room, with something free around it. */
function filling(box, room) {
  const free = 2 * AROUND[room.kind];
  return Math.min((room.width - free) / box.width, (room.height - free) / box.height);
}

/** The part that holds all tiles and ghosts. It changes only where they come near its edge, or could be far larger. */
function part(picture, tiles, whole, room) {
  const lying = [...tiles, ...rectsOf(picture, '[id^="ghost-"]')];
  if (!lying.length) {
    last = null;
    return cut(whole ?? boxOf(picture.dataset.whole), room.most, whole, room);
  }
  const found = around(lying);
  const scale = Math.min(room.most, filling(found, room));
  if (!whole && scale < LEAST) return ofMost(picture, found, room);
  const size = `${room.width} ${room.height} ${room.open}`;
  const stays = last && last.size === size && last.count <= tiles.length && scale < LARGER * scaleOf(last.box, room);
  if (!stays || !within(found, last.box, whole)) last = { box: cut(found, scale, whole, room), count: tiles.length, size };
  return last.box;
}

/** Of a chain that is too long: its ends, where they are near enough to one another, else the last tile. */
function ofMost(picture, found, room) {
  last = null;
  const arrows = [...picture.querySelectorAll('[id^="end-"] polygon')].map(outlineOf);
  const ring = rectsOf(picture, `[id^="tile-"]:has(${LAST})`);
  const wanted = [around([...arrows, ...ring]), ...ring].find((one) => filling(one, room) >= CUT);
  return cut(inside(wanted ?? found, found, room), CUT, null, room);
}

/** A box moved, as the room is, to where less of it lies beside what is found. */
function inside(box, found, room) {
  const free = AROUND[room.kind] / CUT;
  const [width, height] = [room.width / CUT, room.height / CUT];
  const along = (middle, size, low, length) =>
    length + 2 * free <= size
      ? low + length / 2
      : Math.min(Math.max(middle, low - free + size / 2), low + length + free - size / 2);
  const x = along(box.x + box.width / 2, width, found.x, found.width);
  const y = along(box.y + box.height / 2, height, found.y, found.height);
  return { x, y, width: 0, height: 0 };
}

/** So near that the places asked for can be told apart; with all the tiles that were in sight, where there is room. */
function nearer(box, tiles, asked, whole, room) {
  const places = around(asked);
  const scale = scaleOf(box, room);
  const all = around([...tiles, ...asked]);
  if (scale >= ASKED[room.kind] && within(places, box, whole, 0)) return box;
  const most = Math.min(filling(places, room), Math.max(scale, ASKED[room.kind]));
  const wanted = room.kind === "large" ? Math.min(most, Math.max(scale, filling(all, room))) : most;
  return cut(towards(all, places, wanted, room), wanted, whole, room);
}

/** The middle of all, moved no further than to have the places in sight. */
function towards(all, places, scale, room) {
  const free = AROUND[room.kind] / scale;
  const along = (middle, low, length, size) =>
    Math.min(Math.max(middle, low + length + free - size / 2), Math.max(low - free + size / 2, low + length + free - size / 2));
  const x = along(all.x + all.width / 2, places.x, places.width, room.width / scale);
  const y = along(all.y + all.height / 2, places.y, places.height, room.height / scale);
  return { x, y, width: 0, height: 0 };
}

/** Whether all is in a box with some room around it, or up to the edge of the whole. */
function within(found, box, whole, close = CLOSE) {
  const [west, north, east, south] = edges(box);
  const [left, top, right, bottom] = whole ? edges(whole) : [-Infinity, -Infinity, Infinity, Infinity];
  const [x, y, x2, y2] = edges(found);
  return (
    Math.max(x - close, left) >= west &&
    Math.max(y - close, top) >= north &&
    Math.min(x2 + close, right) <= east &&
    Math.min(y2 + close, bottom) <= south
  );
}

const edges = (box) => [box.x, box.y, box.x + box.width, box.y + box.height];

/** A part shaped like the room around the middle of a box; of a table it does not leave the whole. */
function cut(box, scale, whole, room) {
  const width = room.width / scale;
  const height = room.height / scale;
  const x = box.x + box.width / 2 - width / 2;
  const y = box.y + box.height / 2 - height / 2;
  if (!whole) return { x, y, width, height };
  const [left, wide] = held(x, width, whole.x, whole.width);
  const [top, high] = held(y, height, whole.y, whole.height);
  return { x: left, y: top, width: wide, height: high };
}

const held = (start, size, low, length) =>
  size >= length ? [low, length] : [Math.min(Math.max(start, low), low + length - size), size];

/** On the sides where the table or the chain goes on, it fades. */
function fade(picture, box, whole, room) {
  const [west, north, east, south] = edges(box);
  const [left, top, right, bottom] = edges(whole);
  const more = { west: left < west - 1, north: top < north - 1, east: right > east + 1, south: bottom > south + 1 };
  const names = Object.keys(more).filter((side) => more[side]);
  const parent = picture.parentElement;
  if (names.length) parent.dataset.more = names.join(" ");
  else delete parent.dataset.more;
  const scale = scaleOf(box, room);
  const beside = [(room.height - box.height * scale) / 2, (room.width - box.width * scale) / 2];
  parent.style.setProperty("--beside", beside.map((one) => `${Math.max(0, one)}px`).join(" "));
}

// Arrows

function outlineOf(polygon) {
  const points = polygon.getAttribute("points").split(" ").map((one) => one.split(",").map(Number));
  return around(points.map(([x, y]) => ({ x, y, width: 0, height: 0 })));
}

/** An arrow grows from its foot, a letter on the end itself from its middle. */
function enlarge(arrow, scale) {
  const by = Math.max(1, ARROW.least / (ARROW.deep * scale));
  const polygon = arrow.querySelector("polygon");
  const points = polygon.getAttribute("points").split(" ").map((one) => one.split(",").map(Number));
  const tight = arrow.parentElement.querySelector("rect");
  const box = outlineOf(polygon);
  const foot = [0, 1].map((axis) => (points[0][axis] + points.at(-1)[axis]) / 2);
  const [x, y] = tight ? [box.x + box.width / 2, box.y + box.height / 2] : foot;
  if (by > 1) arrow.setAttribute("transform", `translate(${x} ${y}) scale(${by.toFixed(3)}) translate(${-x} ${-y})`);
  else arrow.removeAttribute("transform");
}
