/** Starting a workout, a programme's next session, or the rest of a session. */

import { explanation, get, post } from './api.js';
import { made } from './elements.js';
import { word } from './words.js';

/** The server waits for a run for 15 s. */
const startTime = 20_000;

/**
 * Starts what `fields` tell and opens its remote. If another run has the sound, `ask` shows a question, and its answer
 * starts again; `fail` shows why nothing started.
 */
export async function start(fields, ask, fail) {
  try {
    const { name } = await post('/api/runs', fields, { signal: AbortSignal.timeout(startTime) });
    location.href = `/remote/${encodeURIComponent(name)}${fields.resume == null ? '' : '?resumed'}`;
  } catch (error) {
    if (error.status !== 409 || fields.takeOver) return fail(problemsOf(error));
    const holder = (await get('/api/runs').catch(() => ({ runs: [] }))).runs.find(({ owner }) => owner);
    if (!holder) return fail(explanation(error));
    ask(word('takeOverAsk', { name: holder.workout }), () => start({ ...fields, takeOver: true }, ask, fail));
  }
}

const problemsOf = (error) => {
  const problems = (error.problems ?? []).map(({ line, message }) => word('line', { n: line, problem: message }));
  return [explanation(error), ...problems].join(' ');
};

/** A question with a button that does it. */
export function question(text, label, action) {
  const button = made('button', 'strong asked', label);
  button.addEventListener('click', () => {
    button.disabled = true;
    action();
  });
  const part = made('div', 'question', made('p', {}, text), button);
  part.setAttribute('role', 'alert');
  return part;
}

/** A button that starts something: its name, length and picture. */
export function choice(name, detail, picture, fields, say) {
  const button = made('button', 'choice', made('b', {}, name), made('span', {}, detail), picture);
  button.addEventListener('click', () => {
    button.disabled = true;
    const again = (text) => {
      button.disabled = false;
      say(text);
    };
    start(fields, (text, action) => {
      button.disabled = false;
      say(text, action);
    }, again);
  });
  return button;
}

/** The strip of a picture's address. */
export function stripOf(address) {
  const image = made('img', { alt: '', loading: 'lazy', src: address });
  const strip = made('span', 'strip', image);
  image.onerror = () => strip.remove();
  return strip;
}

/** A programme as blocks, one a session. */
export function pipsOf({ sessions, completed }) {
  const pips = Array.from({ length: sessions }, (_, index) => {
    const pip = made('i');
    if (index < completed) pip.dataset.done = '';
    return pip;
  });
  return made('span', 'strip pips', ...pips);
}

export const stripAddress = (workout) => `/api/workouts/${encodeURIComponent(workout.id)}/strip.svg`;
