// How the page looks, before it is shown: what the settings say, from what this browser has kept.
(() => {
  "use strict";
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("dominoes") || "{}");
  } catch {
    // No storage, or something else's: as the system has it.
  }
  const root = document.documentElement;
  root.classList.add("script");
  if (typeof kept.theme === "string") root.dataset.theme = kept.theme;
  root.classList.toggle("with-numerals", kept.numerals === true);
})();
