/** The page of a workout of the library or of a link, and that of a programme. */

import { knock } from './admission.js';
import { explanation, post, read } from './api.js';
import { blocksOf, workoutLength } from './blocks.js';
import { address, element, made } from './elements.js';
import { textOfLink } from './engine.js';
import { favourites, toggle } from './favourites.js';
import { enter } from './hand.js';
import { hear } from './hear.js';
import { isHeard, partsOf, phrasesOf, readable, sessionsOf, soundText } from './plan.js';
import { share } from './share.js';
import { pipsOf, question, start } from './start.js';
import { titled, word } from './words.js';

const [kind, name] = location.pathname.slice(address('/').length).replace(/\.html$/, '').split('/');
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

/** Offers to play a workout in this browser, whose text `textOf()` promises. */
async function offerHere(textOf) {
  const { playHere } = await import('./here.js');
  onPress(element('here'), async () => {
    try {
      await playHere(textOf());
      return true;
    } catch {
      fail(word('cannotPlay'));
      return false;
    }
  });
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
  document.querySelector('.tools').append(star, edit, linking('share', `workouts/${encodeURIComponent(id)}/share`));
}

/** A button that shows a link, with its word and the word's explanation. */
function linking(name, path) {
  const button = made('button', {}, word(name));
  button.addEventListener('click', () => share(element('share'), `/api/${path}`, word(`${name}How`)));
  return button;
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
  if (kind === 'programmes') {
    showProgramme(await read(`/api/programmes/${path}`));
    return document.querySelector('.tools').append(linking('podcast', `programmes/${path}/feed`));
  }
  if (kind === 'workouts') {
    const workout = readable(await read(`/api/workouts/${path}/details`));
    showWorkout(workout, { workout: id });
    if (isHeard(workout)) element('about').after(hear(`/api/workouts/${path}/excerpt.mp3`));
    offerHere(() => fetch(address(`/api/workouts/${path}/text`)).then((answer) => answer.text()));
    return tools();
  }
  if (!link) return word('brokenLink');
  showWorkout(readable(await post('/api/open', { link })), { link });
  offerHere(() => textOfLink(location.hash));
  return onPress(element('keep'), keep);
}

/** Shows a workout in a link to somebody whom the server doesn't know: the page reads and plays it by itself. */
async function greet() {
  if (kind !== 'open' || !link) return knock();
  const { loadEngine } = await import('./here.js');
  const engine = await loadEngine().catch(() => null);
  if (!engine) return knock();
  element('workout').hidden = false;
  try {
    showWorkout(readable(engine.read(await textOfLink(location.hash))));
  } catch (error) {
    return refuse(error.problems ?? []);
  }
  offerHere(() => textOfLink(location.hash));
  element('here').className = 'strong';
  // A site has no machine.
  if (document.body.classList.contains('site')) return undefined;
  element('keep').textContent = word('startThere');
  return onPress(element('keep'), knock);
}

/** Says what is wrong with a workout; its problems are of use to its author. */
function refuse([problem], reason = word('brokenLink')) {
  [element('workout').hidden, element('begin').hidden] = [true, true];
  element('status').before(made('h1', {}, word('workouts')));
  if (problem) {
    const { path, line, message } = problem;
    const place = line == null ? path : word('line', { n: line, problem: path });
    element('page').append(made('p', { className: 'problem', lang: 'en', textContent: `${place}: ${message}` }));
  }
  element('status').textContent = reason;
}

enter(async () => {
  element('workout').hidden = false;
  try {
    return await open();
  } catch (error) {
    if (error.status == null || error.status === 401) throw error;
    const isBroken = error.status === 422;
    return refuse(isBroken ? error.problems : [], kind === 'open' && isBroken ? undefined : explanation(error));
  }
}, greet);

// Another link was opened in the tab of this one.
addEventListener('hashchange', () => location.hash.startsWith('#w=') && location.reload());
