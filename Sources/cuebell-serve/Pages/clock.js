/** The server's clock: what the second on the screen is counted by. */

import { get } from './api.js';

/** How many answers are compared: the one with the shortest round trip says most. */
const readings = 5;
/** The most that time is slewed to correct it, as a share: so it never goes back, and nobody sees it. */
const slew = 0.02;
/** What is too far off to be slewed, in milliseconds: the machine has slept. */
const step = 250;

/**
 * The boot clock of the server in milliseconds, counted on `performance.now()`: a browser's wall clock may be wrong and
 * may jump.
 */
export class ServerClock {
  /** What has to be added to `performance.now()`; null until it is known. */
  #offset = null;
  #target = 0;
  #slewedAt = 0;

  /** Whether the time is known. */
  get isSet() {
    return this.#offset !== null;
  }

  /** The time now; it never goes back but by a step. */
  now() {
    const local = performance.now();
    const most = (local - this.#slewedAt) * slew;
    const error = this.#target - this.#offset;
    this.#offset += Math.abs(error) > step ? error : Math.min(most, Math.max(-most, error));
    this.#slewedAt = local;
    return local + this.#offset;
  }

  /** Asks the server a few times for its time, and keeps the best answer. */
  async measure() {
    let best = { trip: Infinity, offset: 0 };
    for (let index = 0; index < readings; index += 1) {
      const sent = performance.now();
      const { boot } = await get('/api/time');
      const trip = performance.now() - sent;
      if (trip < best.trip) best = { trip, offset: boot / 1e6 - sent - trip / 2 };
    }
    this.#target = best.offset;
    if (!this.isSet) {
      this.#offset = best.offset;
      this.#slewedAt = performance.now();
    }
  }
}
