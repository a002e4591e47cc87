/** The editor's line for a workout in short form, with the strip of what is understood so far. */

import { explanation } from './api.js';
import { made } from './elements.js';
import { blocksOf, workoutLength } from './blocks.js';
import { readShort, shortFormOf } from './short.js';
import { word } from './words.js';

/** Prepares the line; `add(text)` gets the text of the file that its workout would be, `say(text)` what is wrong. */
export function prepareQuick(form, { add, say }) {
  const [input, preview] = [form.querySelector('input'), form.querySelector('.preview')];
  input.placeholder = word('quick');
  const show = (...parts) => preview.replaceChildren(...parts);
  // While a number is being typed the strip stays what it was.
  input.addEventListener('input', shortFormOf(input, (short, workout) => {
    if (workout) show(blocksOf(workout.strip), made('b', {}, workoutLength(workout)));
    else if (short === '') show();
  }));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const short = input.value.trim();
    if (short === '') return;
    try {
      add((await readShort(short)).text);
      input.value = '';
      show();
      say('');
    } catch (error) {
      say(explanation(error));
    }
  });
}
