/** The page of a workout that came in a link, with buttons that start and keep it. */

import { explanation, post } from './api.js';
import { element, made } from './elements.js';
import { enter } from './hand.js';
import { blocksOf, planOf, tagText, workoutLength } from './plan.js';
import { question, start } from './start.js';
import { word } from './words.js';


/** The fragment isn't sent with the request for this page. */
const link = new URLSearchParams(location.hash.slice(1)).get('w');

/** Shows what became of a press, in place of what was there. */
function answer(part) {
  element('answer').replaceChildren(part);
}

const fail = (text) => answer(made('p', { className: 'problem', role: 'alert', textContent: text }));

/** Does something once, until it has failed or asked. */
function onPress(button, action) {
  button.addEventListener('click', async () => {
    button.disabled = true;
    if (!await action()) button.disabled = false;
  });
}

async function keep() {
  try {
    const { id } = await post('/api/workouts', { link });
    const place = made('a', { className: 'button', href: '/', textContent: word('workouts') });
    answer(made('div', 'kept', made('p', { role: 'status', textContent: word('kept', { name: id }) }), place));
    return true;
  } catch (error) {
    fail(explanation(error));
    return false;
  }
}

function show(workout) {
  document.title = `${workout.name} – Cuebell`;
  element('name').textContent = workout.name;
  element('length').textContent = workoutLength(workout);
  element('strip').append(blocksOf(workout.strip));
  element('description').textContent = workout.description;
  const losses = workout.losses ? word('lostSounds') : '';
  element('about').textContent = [workout.author, ...workout.tags.map(tagText), losses]
    .filter(Boolean).join(' · ');
  for (const part of planOf(workout)) element('plan').append(made('section', {}, ...part));
  onPress(element('keep'), keep);
  onPress(element('start'), () => start({ link },
    (text, action) => answer(question(text, word('takeOver'), action)), fail));
  element('workout').hidden = false;
}

async function open() {
  if (!link) return word('brokenLink');
  try {
    show(await post('/api/open', { link }));
    return '';
  } catch (error) {
    if (error.status !== 422) throw error;
    // What is wrong with the workout itself is of use to its author.
    const { path, message } = error.problems[0] ?? {};
    const problem = { className: 'problem', lang: 'en', textContent: `${path}: ${message}` };
    if (path) element('page').append(made('p', problem));
    return word('brokenLink');
  }
}

// Another link was opened in the tab of this one.
addEventListener('hashchange', () => location.hash.startsWith('#w=') && location.reload());

enter(open);
