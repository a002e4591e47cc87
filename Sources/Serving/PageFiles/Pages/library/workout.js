/** The page of a workout of the library or of a link, and that of a programme. */

import { explanation, post, read } from './api.js';
import { blocksOf, workoutLength } from './blocks.js';
import { address, element, made } from './elements.js';
import { favourites, toggle } from './favourites.js';
import { enter } from './hand.js';
import { hear } from './hear.js';
import { isHeard, partsOf, phrasesOf, readable, sessionsOf, soundText } from './plan.js';
import { share } from './share.js';
import { pipsOf, question, start } from './start.js';
import { titled, word } from './words.js';

const [kind, name] = location.pathname.slice(address('/').length).split('/');
const id = name ? decodeURIComponent(name) : null;
/** The fragment isn't sent with the request for this page. */
const link = new URLSearchParams(location.hash.slice(1)).get('w');

/** Shows what became of a press, in place of what was there. */
const answer = (part) => element('answer').replaceChildren(part);
const fail = (text) => answer(made('p', { className: 'problem', role: 'alert', textContent: text }));

/** Does something once, until it has failed or asked. */
function onPress(button, action) {
  button.hidden = false;
  button.disabled = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    if (!await action()) button.disabled = false;
  });
}

async function keep() {
  try {
    const kept = await post('/api/workouts', { link });
    const place = made('a', { className: 'button', href: '/', textContent: word('workouts') });
    answer(made('div', 'kept', made('p', { role: 'status', textContent: word('kept', { name: kept.id }) }), place));
    return true;
  } catch (error) {
    fail(explanation(error));
    return false;
  }
}

/** The buttons for a workout of the library. */
function tools() {
  const star = made('button', { className: 'star', ariaLabel: word('favourites') });
  const show = () => star.setAttribute('aria-pressed', String(favourites.has(id)));
  star.addEventListener('click', () => {
    toggle(id);
    show();
  });
  show();
  const edit = made('a', { className: 'button', href: `/edit/${encodeURIComponent(id)}`, textContent: word('edit') });
  const shared = made('button', {}, word('share'));
  shared.addEventListener('click', () => share(element('share'), id));
  document.querySelector('.tools').append(star, edit, shared);
}

/** The head of the page, and what *Start* does. */
function show({ title, length, strip, description = '', about = '' }, parts, fields) {
  document.title = `${title} – Cuebell`;
  element('name').textContent = title;
  element('length').textContent = length;
  element('strip').className = '';
  element('strip').replaceChildren(strip);
  element('description').textContent = description;
  element('about').textContent = about;
  element('plan').replaceChildren(...parts);
  if (fields) {
    onPress(element('start'), () => start(fields,
      (text, action) => answer(question(text, word('takeOver'), action)), fail));
  } else {
    element('start').hidden = true;
  }
}

/** Language and background of a workout; those of the library can be changed. */
const soundOf = (workout) => (kind === 'workouts'
  ? made('a', { className: 'voice', href: `/edit/${encodeURIComponent(id)}#about` }, soundText(workout))
  : made('p', 'soft', soundText(workout)));

function showWorkout(workout, fields) {
  const losses = workout.losses ? word('lostSounds') : '';
  const about = [workout.author, ...workout.tagTexts, losses].filter(Boolean).join(' · ');
  show({ ...workout, title: workout.name, length: workoutLength(workout), strip: blocksOf(workout.strip), about }, [
    made('h2', {}, word('phases')), partsOf(workout), soundOf(workout), ...phrasesOf(workout.phrases),
  ], fields);
}

function showProgramme(details) {
  const { programme, complete, next, sessions } = details;
  const current = sessions.find(({ session }) => session === next);
  show({
    title: titled(programme, details), length: current ? word('weekDay', current) : word('programmeDone'),
    strip: pipsOf({ sessions: sessions.length, completed: complete }),
    description: titled(current?.notes ?? '', details),
    about: word('doneOf', { n: complete, of: sessions.length }),
  }, sessionsOf(details), current && { programme: id });
}

async function open() {
  const path = encodeURIComponent(id);
  if (kind === 'programmes') return showProgramme(await read(`/api/programmes/${path}`));
  if (kind === 'workouts') {
    const workout = readable(await read(`/api/workouts/${path}/details`));
    showWorkout(workout, { workout: id });
    if (isHeard(workout)) element('about').after(hear(`/api/workouts/${path}/excerpt.mp3`));
    return tools();
  }
  if (!link) return word('brokenLink');
  showWorkout(readable(await post('/api/open', { link })), { link });
  return onPress(element('keep'), keep);
}

enter(async () => {
  element('workout').hidden = false;
  try {
    return await open();
  } catch (error) {
    if (error.status == null || error.status === 401) throw error;
    [element('workout').hidden, element('begin').hidden] = [true, true];
    element('status').before(made('h1', {}, word('workouts')));
    if (error.status !== 422) return explanation(error);
    // What is wrong with the workout itself is of use to its author.
    const { path, line, message } = error.problems[0] ?? {};
    const place = line == null ? path : word('line', { n: line, problem: path });
    const problem = { className: 'problem', lang: 'en', textContent: `${place}: ${message}` };
    if (path) element('page').append(made('p', problem));
    return kind === 'open' ? word('brokenLink') : explanation(error);
  }
});

// Another link was opened in the tab of this one.
addEventListener('hashchange', () => location.hash.startsWith('#w=') && location.reload());
