/** Workouts in short form, such as 8x20/10, as they are typed. */

import { post } from './api.js';

/** Reads a short form; the server knows the grammar. */
export const readShort = (short) => post('/api/open', { short });

/**
 * A listener that reads what a field holds; `tell(short, workout)` gets the newest answer alone, with null for a text
 * that is no short form.
 */
export function shortFormOf(input, tell) {
  let newest = '';
  return async () => {
    const short = input.value.trim();
    newest = short;
    // Every short form has a number.
    const workout = /\d/.test(short) ? await readShort(short).catch(() => null) : null;
    if (newest === short) tell(short, workout);
  };
}
