// How the page looks, before it is shown: what the settings say, from what this browser has kept.
(() => {
  "use strict";
  // When the dark colours count; without a choice as the system has it, by the page's own media query.
  const DARK = { light: "not all", dark: "all", contrast: "not all" };
  const root = document.documentElement;
  const dark = document.getElementById("dark");
  const system = dark.media;

  function dress({ theme, numerals }) {
    if (typeof theme === "string") root.dataset.theme = theme;
    dark.media = (Object.hasOwn(DARK, theme) && DARK[theme]) || system;
    root.classList.toggle("with-numerals", numerals === true);
  }

  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("dominoes") || "{}") ?? {};
  } catch {
    // No storage, or something else's: as the system has it.
  }
  root.classList.add("script");
  dress(kept);
  addEventListener("dress", (event) => dress(event.detail)); // the settings have changed
})();
