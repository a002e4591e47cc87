/** The page of workouts. */

import { access, accessAdvice, allows, explanation, get, post } from './api.js';

const element = (id) => document.getElementById(id);

/** Creates an element with properties and children. */
function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function say(text) {
  element('status').textContent = text;
}

/** Starts a workout; if another run has the audio session, the user decides. */
async function start(workout, item, takeOver = false) {
  const button = item.querySelector('.start');
  button.disabled = true;
  try {
    const { name } = await post('/api/runs', { workout: workout.id, takeOver });
    location.href = `/remote/${encodeURIComponent(name)}`;
  } catch (error) {
    button.disabled = false;
    const problems = (error.problems ?? []).map((problem) => `line ${problem.line}: ${problem.message}`);
    const reason = [explanation(error), ...problems];
    const text = make('p', { className: 'problem', textContent: reason.join('; ') });
    text.setAttribute('role', 'alert');
    item.querySelector('.problem')?.remove();
    item.querySelector('.asked')?.remove();
    item.append(text);
    if (error.status !== 409) return;
    const yes = make('button', { className: 'asked', textContent: 'Take over' });
    yes.addEventListener('click', () => start(workout, item, true));
    item.append(yes);
  }
}

function itemOf(workout) {
  const item = make('li');
  item.dataset.id = workout.id;
  const length = workout.problem ? '' : workout.seconds == null ? 'open' : workout.length.replace(/^0:0?/, '');
  const span = (className, textContent) => make('span', { className, textContent });
  item.append(make('h2', {}, span('name', workout.name), span('length soft', length)));
  if (workout.problem) {
    item.classList.add('broken');
    const { line, message } = workout.problem;
    item.append(make('p', { className: 'problem', textContent: line == null ? message : `line ${line}: ${message}` }));
    return item;
  }
  const picture = make('img', { className: 'picture', alt: `Timeline of ${workout.name}` });
  picture.dataset.src = `/api/workouts/${encodeURIComponent(workout.id)}/picture.svg`;
  const button = make('button', { className: 'start', textContent: 'Start' });
  button.setAttribute('aria-label', `Start ${workout.name}`);
  button.addEventListener('click', () => start(workout, item));
  const words = (className, textContent) => make('p', { className, textContent });
  item.append(picture, words('', workout.description), words('tags soft', workout.tags.join(', ')), button);
  return item;
}

/** Loads one at a time, because browsers limit connections. */
async function loadPictures() {
  for (const picture of document.querySelectorAll('.picture')) {
    picture.src = picture.dataset.src;
    await picture.decode().catch(() => {});
  }
}

function search(items) {
  const words = element('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const [workout, item] of items) {
    const text = [workout.id, workout.name, workout.description, ...workout.tags].join(' ').toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden) found += 1;
  }
  say(found === 0 ? 'nothing found' : '');
}

async function open() {
  try {
    if (!allows(await access(), 'control')) return say(accessAdvice);
    const { workouts } = await get('/api/workouts');
    const items = workouts.map((workout) => [workout, itemOf(workout)]);
    element('workouts').append(...items.map(([, item]) => item));
    element('search').addEventListener('input', () => search(items));
    loadPictures();
    return say(items.length === 0 ? 'this server has no workouts' : '');
  } catch (error) {
    return say(explanation(error));
  }
}

open();
