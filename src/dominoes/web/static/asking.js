// Asks the server for something to be done.

const PATIENCE = 10_000; // milliseconds: who waits longer is told that nobody answers

/** A signal that gives up after so long; older browsers have none, and wait as long as they do. */
const giveUp = (time) => AbortSignal.timeout?.(time);

/**
 * The answer's `{ok, data, silent}`; `data` has `code` and `text` where it was refused, and neither where nobody
 * answered; `silent` where nobody did for too long.
 */
export async function ask(path, fields, patience = PATIENCE) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(fields),
      credentials: "same-origin",
      signal: giveUp(patience),
    });
    return { ok: answer.ok, data: await answer.json(), silent: false };
  } catch (error) {
    return { ok: false, data: {}, silent: error.name === "TimeoutError" };
  }
}
