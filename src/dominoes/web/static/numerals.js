// Numerals on all tiles, for those who want them: each half's pips are counted, and hidden by the style.

const SVG = "http://www.w3.org/2000/svg";
const PIPS = 'circle[r="1.9"], circle[r="1.5"]';
const TILES = '#picture g[id^="tile-"], #hand-tiles svg > g, .pieces svg > g';

/** Write, or take away, the numerals. */
export function writeNumerals(on) {
  for (const old of document.querySelectorAll("text.numeral")) old.remove();
  if (on) for (const tile of document.querySelectorAll(TILES)) write(tile);
}

function write(tile) {
  const body = tile.querySelector("rect");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(body.getAttribute(name)));
  const standing = height > width;
  const halves = [0, 0];
  for (const pip of tile.querySelectorAll(PIPS)) {
    const after = standing ? Number(pip.getAttribute("cy")) > y + height / 2 : Number(pip.getAttribute("cx")) > x + width / 2;
    halves[Number(after)] += 1;
  }
  halves.forEach((number, half) => {
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("class", "numeral");
    text.setAttribute("x", String(x + width * (standing ? 0.5 : 0.25 + 0.5 * half)));
    text.setAttribute("y", String(y + height * (standing ? 0.25 + 0.5 * half : 0.5) + 4.7));
    text.textContent = String(number);
    tile.append(text);
  });
}
