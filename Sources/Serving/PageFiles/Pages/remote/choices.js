/** What can be started from the remote while nothing runs. */

import { read } from './api.js';
import { workoutLength } from './blocks.js';
import { made } from './elements.js';
import { readable } from './plan.js';
import { lastStarted, listOf, programmeRow, startOf, stripAddress, stripOf, workoutRow } from './start.js';
import { passedText } from './text.js';
import { retryTime, word } from './words.js';

/** What was asked for last; null if nothing was. */
let asked = null;

/** Has everything asked for again after the next run. */
export function forget() {
  asked = null;
}

/** A workout to start, or to go on with, as a large tile; *Start* is the primary button unless another one is. */
function tileOf(name, detail, picture, label, fields, isFirst) {
  const item = made('section', 'sent');
  const button = startOf(name, fields, item, {
    className: isFirst ? 'strong' : '', textContent: label, ariaLabel: `${label}: ${name}`,
  });
  item.append(made('header', {}, made('h2', 'name', name), made('span', 'soft', detail)), picture, button);
  return item;
}

const lastTile = (workout, isFirst) =>
  tileOf(workout.name, workoutLength(workout), stripOf(stripAddress(workout)), word('start'), { workout: workout.id },
    isFirst);

/** The session that was left last, if it can be resumed. */
function resumeTile({ workout, session, active, state }) {
  const key = state === 'interrupted' ? 'interruptedAt' : 'stoppedAfter';
  return tileOf(workout, word(key, { time: passedText(active / 1e6) }), stripOf(`/api/history/${session}/strip.svg`),
    word('resume'), { resume: session }, true);
}

/** A list of the server, which may be busy, or at work on a session that has just ended; nothing if it doesn't come. */
async function listed(kind, tries = 2) {
  try {
    return await read(`/api/${kind}`);
  } catch ({ status }) {
    if (tries === 0 || [400, 401, 403, 404].includes(status)) return {};
    await new Promise((resume) => setTimeout(resume, retryTime));
    return listed(kind, tries - 1);
  }
}

/** Shows what was left, the last workouts, and the programmes' next sessions in an element. */
export async function showChoices(part, isLive) {
  if (asked) return;
  // The last workout is there before anything answers.
  const known = lastStarted();
  const all = made('a', { className: 'button all', href: '/', textContent: word('workouts') });
  if (!part.querySelector('.all')) part.append(all);
  if (known) part.querySelector(':scope > .ghost')?.replaceWith(lastTile(known, true));
  if (!isLive) return;
  const pending = {};
  asked = pending;
  const [{ workouts = [] }, { programmes = [] }, { sessions = [] }] = await Promise.all(
    ['workouts', 'programmes', 'history'].map((kind) => listed(kind)));
  if (asked !== pending) return;
  const named = workouts.map(readable);
  const title = named[workouts.findIndex(({ name }) => name === sessions[0]?.workout)]?.name ?? sessions[0]?.workout;
  const left = sessions[0]?.resumable ? [resumeTile({ ...sessions[0], workout: title })] : [];
  const last = named.filter(({ problem, used }) => !problem && used).sort((a, b) => (a.used < b.used ? 1 : -1));
  const [first, ...others] = last.slice(0, 3);
  lastStarted(first);
  part.replaceChildren(...left, ...(first ? [lastTile(first, left.length === 0)] : []),
    ...listOf(word('yourProgramme'), programmes.filter(({ next, completed }) => next && completed > 0)
      .map((programme) => programmeRow(readable(programme)))),
    ...listOf(word('lastWorkouts'), others.map(workoutRow)), all);
}
