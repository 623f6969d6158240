// The hand, where it scrolls sideways: what is asked about is shown as a whole, and the page knows where it goes on.

const MARGIN = 46; // pixels at the edges, where what goes on fades
const PLAYABLE = '#hand-tiles button:not([aria-disabled="true"])';

const row = () => document.getElementById("hand-tiles");

/** Scroll the hand, and nothing else, as far as a tile asks; never the focus. */
function reveal(tile) {
  const tiles = row();
  if (!tile || !tiles?.contains(tile) || tile === tiles) return;
  const [inner, outer] = [tile.getBoundingClientRect(), tiles.getBoundingClientRect()];
  if (inner.right > outer.right - MARGIN) tiles.scrollLeft += inner.right - outer.right + MARGIN;
  else if (inner.left < outer.left + MARGIN) tiles.scrollLeft -= outer.left - inner.left + MARGIN;
}

/** Where the hand goes on beyond its edges; the style shows it. */
function mark() {
  const { dataset } = document.querySelector(".play");
  const tiles = row();
  const left = tiles && tiles.scrollLeft > 4;
  const right = tiles && tiles.scrollLeft + tiles.clientWidth < tiles.scrollWidth - 4;
  if (left || right) dataset.hand = left && right ? "both" : left ? "left" : "right";
  else delete dataset.hand;
}

/** On one's own turn a tile that can be played is in sight, but for a focus that is seen and would not be then. */
function turned() {
  const tiles = row();
  const outer = tiles?.getBoundingClientRect();
  const able = [...document.querySelectorAll(PLAYABLE)];
  const seen = able.some((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left >= outer.left && right <= outer.right;
  });
  if (!seen && !tiles?.querySelector(":focus-visible")) reveal(able[0]);
  mark();
}

const match = document.getElementById("match");
if (match) {
  document.addEventListener("focusin", (event) => reveal(event.target));
  document.addEventListener("scroll", (event) => event.target === row() && mark(), true);
  addEventListener("resize", turned);
  // The page notes the version last, when all of it is shown.
  new MutationObserver(turned).observe(match, { attributes: true, attributeFilter: ["data-version", "data-must"] });
  turned();
}
