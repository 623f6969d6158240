// What a person has chosen for this browser: kept, and applied at once.

const KEY = "dominoes";
const AT_FIRST = { sound: true, volume: 60, announcements: "full", single_keys: true, numerals: false, theme: "system" };

export const settings = { ...AT_FIRST, ...stored() };

function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "{}");
    const right = Object.entries(kept).filter(([name, value]) => typeof value === typeof AT_FIRST[name]);
    return Object.fromEntries(right);
  } catch {
    return {}; // private windows may have no storage; the game goes on without
  }
}

function keep(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // It lasts as long as the page does.
  }
}

/** Wire the form of the settings. `changed(name)` is called after each change. */
export function settle(form, changed) {
  for (const field of form.elements) {
    if (!(field.name in AT_FIRST)) continue;
    if (field.type === "checkbox") field.checked = settings[field.name];
    else field.value = String(settings[field.name]);
    field.addEventListener("input", () => {
      const number = field.type === "range" ? Number(field.value) : field.value;
      keep(field.name, field.type === "checkbox" ? field.checked : number);
      changed(field.name);
    });
  }
}

/** Apply theme and numerals to the document. */
export const look = () => dispatchEvent(new CustomEvent("dress", { detail: settings }));
