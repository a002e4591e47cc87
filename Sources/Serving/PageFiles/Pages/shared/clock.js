/** The server's clock, by which the pages count. */

import { get } from './api.js';

/** The number of replies to compare. */
const readings = 5;
/** The largest rate of an invisible correction. */
const slew = 0.02;
/** Larger errors, in milliseconds, are corrected at once: the machine has slept. */
const step = 250;

/** The server's boot clock in milliseconds; a browser's wall clock may be wrong and may jump. */
export class ServerClock {
  /** The offset to `performance.now()`; null until it is known. */
  #offset = null;
  #target = 0;
  #slewedAt = 0;

  get isSet() {
    return this.#offset !== null;
  }

  now() {
    const local = performance.now();
    const most = (local - this.#slewedAt) * slew;
    const error = this.#target - this.#offset;
    this.#offset += Math.abs(error) > step ? error : Math.min(most, Math.max(-most, error));
    this.#slewedAt = local;
    return local + this.#offset;
  }

  /** Asks the server several times, and uses the reply with the shortest round trip. */
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
