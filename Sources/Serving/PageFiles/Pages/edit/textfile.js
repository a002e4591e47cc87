/** Texts of workouts on the server. */

import { commandTime, Refused } from './api.js';
import { address } from './elements.js';

/** How long to wait before the server is asked again that didn't answer. */
const [shortest, longest] = [1_000, 10_000];

async function ask(path, options = {}) {
  const response = await fetch(address(path), { ...options, signal: AbortSignal.timeout(commandTime) });
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  const version = response.headers.get('ETag');
  throw Object.assign(new Refused(response.status, answer), { text: answer.text, version });
}

const addressOf = (id) => `/api/workouts/${encodeURIComponent(id)}/text`;
const type = { 'Content-Type': 'application/json' };

/** The text of a workout, null if it isn't UTF-8, and its version. */
export async function readText(id) {
  const response = await ask(addressOf(id));
  const bytes = await response.arrayBuffer();
  const version = response.headers.get('ETag');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), version };
  } catch {
    return { text: null, version };
  }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Whether a request may succeed later: the server is busy, or can't be reached. */
const isTemporary = (error) => !(error instanceof Refused) || error.status === 429 || error.status >= 500;

/**
 * Saves a text over a version, or as a new workout where that is null; returns its ID and version. What may succeed
 * later is tried once more.
 */
export async function saveText(id, text, version) {
  const condition = version == null ? { 'If-None-Match': '*' } : { 'If-Match': version };
  const save = async () => {
    const response = await ask(addressOf(id), { method: 'PUT', headers: { ...type, ...condition }, body: text });
    return { id: (await response.json()).id, version: response.headers.get('ETag') };
  };
  try {
    return await save();
  } catch (error) {
    if (!isTemporary(error)) throw error;
  }
  await pause(shortest);
  try {
    return await save();
  } catch (error) {
    // Saved at the first time, although no reply said so.
    if (error.status === 409 && error.text === text) return { id, version: error.version };
    throw error;
  }
}

/** Has the server check the newest text, one at a time; `tell(report)` gets what it says, null without contact. */
export class Checker {
  #tell;
  #next = null;
  #isBusy = false;

  constructor(tell) {
    this.#tell = tell;
  }

  check(id, text) {
    this.#next = { id, text };
    if (!this.#isBusy) this.#run();
  }

  async #run() {
    this.#isBusy = true;
    let wait = shortest;
    while (this.#next) {
      const asked = this.#next;
      try {
        const path = `/api/check?workout=${encodeURIComponent(asked.id)}`;
        const answer = await ask(path, { method: 'POST', headers: type, body: asked.text });
        const report = await answer.json();
        if (this.#next === asked) this.#next = null;
        wait = shortest;
        this.#tell(report);
      } catch (error) {
        // A text that the server can't take at all is not asked about again.
        if (!isTemporary(error)) {
          if (this.#next === asked) this.#next = null;
          this.#tell({ problems: [{ line: 1, path: '', message: error.message }], warnings: [] });
        } else {
          this.#tell(null);
          await pause(wait);
          wait = Math.min(2 * wait, longest);
        }
      }
    }
    this.#isBusy = false;
  }
}
