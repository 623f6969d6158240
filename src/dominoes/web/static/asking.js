// Asks the server for something to be done.

/** The answer's `{ok, data}`; `data` has `code` and `text` where it was refused, and neither where nobody answered. */
export async function ask(path, fields) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(fields),
      credentials: "same-origin",
    });
    return { ok: answer.ok, data: await answer.json() };
  } catch {
    return { ok: false, data: {} };
  }
}
