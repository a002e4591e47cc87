/** Workouts in short form, such as 8x20/10, as they are typed. */

import { post } from './api.js';

/** Reads a short form; the server knows the grammar. */
export const readShort = (short) => post('/api/open', { short });

/**
 * A listener that reads what a field holds; `tell(short, workout, error)` gets the newest answer alone, with null for a
 * text that is no short form, and the error of one that has a mistake.
 */
export function shortFormOf(input, tell) {
  let newest = '';
  return async () => {
    const short = input.value.trim();
    newest = short;
    let [workout, problem] = [null, null];
    try {
      // Every short form has a number.
      if (/\p{Nd}/u.test(short)) workout = await readShort(short);
    } catch (error) {
      if (error.nearest) problem = error;
    }
    if (newest === short) tell(short, workout, problem);
  };
}
