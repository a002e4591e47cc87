/** Starting a workout, a programme's next session, or the rest of a session. */

import { explanation, get, post } from './api.js';
import { address, made } from './elements.js';
import { workoutLength } from './blocks.js';
import { minutesText } from './text.js';
import { titled, word } from './words.js';

/** The server waits for a run for 15 s. */
const startTime = 20_000;
/** How many of its tags the row of a workout shows. */
const mostTags = 2;

/**
 * Starts what `fields` tell and opens its remote. If another run has the sound, `ask` shows a question, and its answer
 * starts again; `fail` shows why nothing started.
 */
export async function start(fields, ask, fail) {
  try {
    const { name } = await post('/api/runs', fields, { signal: AbortSignal.timeout(startTime) });
    location.href = address(`/remote/${encodeURIComponent(name)}${fields.resume == null ? '' : '?resumed'}`);
  } catch (error) {
    if (error.status !== 409 || fields.takeOver) return fail(problemsOf(error));
    const holder = (await get('/api/runs').catch(() => ({ runs: [] }))).runs.find(({ owner }) => owner);
    if (!holder) return fail(explanation(error));
    const name = titled(holder.workout, holder.values);
    ask(word('takeOverAsk', { name }), () => start({ ...fields, takeOver: true }, ask, fail));
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

/** The button that starts something, for people called `name`; its question or reason stands below its row. */
export function startOf(name, fields, item, properties = {}) {
  const button = made('button', { className: 'play', ariaLabel: `${word('start')}: ${name}`, ...properties });
  const show = (part) => {
    button.disabled = false;
    item.querySelectorAll('.problem, .question').forEach((old) => old.remove());
    item.append(part);
  };
  button.addEventListener('click', () => {
    button.disabled = true;
    start(fields, (text, action) => show(question(text, word('takeOver'), action)),
      (text) => show(made('p', { className: 'problem', role: 'alert', textContent: text })));
  });
  return button;
}

/** A row that leads to a page: a picture, a name, and what is to be known before a press on its button. */
export function rowOf(href, picture, name, about, fields) {
  const item = made('li');
  item.append(made('a', { href }, picture, made('b', 'name', name), made('span', 'soft', about)));
  if (fields) item.append(startOf(name, fields, item));
  return item;
}

/** `25 min`, or seconds where it is shorter. */
function aboutLength({ seconds, range }) {
  if (seconds == null || seconds < 60) return workoutLength({ seconds });
  return [...new Set((range ?? [seconds]).map((time) => minutesText(time / 60)))].join('–');
}

/** The row of a workout: its length and what it is for. */
export function workoutRow(workout) {
  const { id, name, tagTexts } = workout;
  const about = [aboutLength(workout), ...tagTexts.slice(0, mostTags)].join(' · ');
  const picture = stripOf(stripAddress(workout));
  return rowOf(`/workouts/${encodeURIComponent(id)}`, picture, name, about, { workout: id });
}

/** The row of a programme, with its next session. */
export function programmeRow({ id, name, next, sessions, completed }) {
  const parts = [next ? word('weekDay', next) : word('programmeDone'), next?.length && minutesText(next.length / 6e10),
    completed > 0 && word('doneOf', { n: completed, of: sessions })];
  return rowOf(`/programmes/${encodeURIComponent(id)}`, pipsOf({ sessions, completed }), name,
    parts.filter(Boolean).join(' · '), next && { programme: id });
}

/** Rows below a heading; nothing without rows. */
export const listOf = (title, rows) => (rows.length === 0 ? [] : [made('h2', {}, title), made('ul', 'rows', ...rows)]);

/** The workout that was started last from this browser, or is `now`; null if none is known. */
export function lastStarted(now) {
  if (now) localStorage.setItem('last', JSON.stringify(now));
  return now ?? JSON.parse(localStorage.getItem('last') ?? 'null');
}

/** The strip of a picture's address. */
export function stripOf(address) {
  const image = made('img', { alt: '', loading: 'lazy', src: address });
  const strip = made('span', 'strip ghost', image);
  image.onload = () => strip.classList.remove('ghost');
  image.onerror = () => strip.replaceChildren();
  return strip;
}

/** A programme as blocks, one a session. */
export function pipsOf({ sessions, completed }) {
  const pips = Array.from({ length: sessions }, (_, index) => {
    const pip = made('i');
    if (index < completed) pip.dataset.done = '';
    return pip;
  });
  const strip = made('span', 'strip pips', ...pips);
  // In a row they fill a picture that is 1.6 times as wide as high.
  strip.style.setProperty('--columns', Math.ceil(Math.sqrt(1.6 * sessions)));
  return strip;
}

export const stripAddress = (workout) => `/api/workouts/${encodeURIComponent(workout.id)}/strip.svg`;
