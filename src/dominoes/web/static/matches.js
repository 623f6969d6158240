// Which matches this browser plays: it alone knows, since a match is nobody's but whose cookie opens it.

const KEY = "dominoes-matches";
const MOST = 10;

/** The running matches, the last one first: `{path, title}` each. */
export function running() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "[]");
    return kept.filter((one) => typeof one.path === "string" && one.path.startsWith("/") && typeof one.title === "string");
  } catch {
    return [];
  }
}

/** Keep a match in mind, or with `over` forget it. */
export function remember(path, title, over) {
  const others = running().filter((one) => one.path !== path);
  try {
    localStorage.setItem(KEY, JSON.stringify((over ? others : [{ path, title }, ...others]).slice(0, MOST)));
  } catch {
    // The link itself still opens it.
  }
}
