/** The page of workouts and programmes. */

import { explanation, post, read } from './api.js';
import { element, made } from './elements.js';
import { enter } from './hand.js';
import { blocksOf, planOf, tagText, workoutLength } from './plan.js';
import { shortFormOf } from './short.js';
import { pipsOf, question, start, stripAddress, stripOf } from './start.js';
import { retryTime, word } from './words.js';

/** How many tags are offered. */
const mostTags = 12;
/** How long the workouts wait for the programmes. */
const programmesTime = 2_000;


function say(text) {
  element('status').textContent = text;
}

/** The button that starts something; its question or reason stands below the card. */
function startOf(name, fields, item) {
  const button = made('button', 'start strong', word('start'));
  button.setAttribute('aria-label', `${word('start')}: ${name}`);
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


/** The workouts that this browser marks as favourites. */
const favourites = new Set(JSON.parse(localStorage.getItem('favourites') ?? '[]'));

function starOf({ id, name }) {
  const star = made('button', 'star');
  star.setAttribute('aria-label', `${word('favourites')}: ${name}`);
  star.setAttribute('aria-pressed', String(favourites.has(id)));
  star.addEventListener('click', () => {
    if (!favourites.delete(id)) favourites.add(id);
    star.setAttribute('aria-pressed', String(favourites.has(id)));
    localStorage.setItem('favourites', JSON.stringify([...favourites]));
    showFilters();
  });
  return star;
}

function editOf({ id, name }) {
  const href = `/edit/${encodeURIComponent(id)}`;
  const link = made('a', { className: 'button soft', href, textContent: word('edit') });
  link.setAttribute('aria-label', `${word('edit')}: ${name}`);
  return link;
}

function itemOf(workout) {
  const item = made('li');
  item.dataset.id = workout.id;
  const length = workout.problem ? '' : workoutLength(workout);
  const title = [made('span', 'name', workout.name), made('span', 'length', length)];
  if (workout.problem) {
    const { line, message } = workout.problem;
    const problem = line == null ? message : word('line', { n: line, problem: message });
    item.classList.add('broken');
    item.append(made('div', 'card', ...title), made('p', { className: 'problem', lang: 'en', textContent: problem }),
      made('div', 'foot', made('span', 'tags', ''), editOf(workout)));
    return item;
  }
  const card = made('button', 'card', ...title, stripOf(stripAddress(workout)));
  card.setAttribute('aria-expanded', 'false');
  const details = made('div', { className: 'details', hidden: true });
  card.addEventListener('click', () => {
    details.hidden = !details.hidden;
    card.setAttribute('aria-expanded', String(!details.hidden));
    if (!details.hidden && !details.hasChildNodes()) tell(workout, details);
  });
  item.append(card, details, made('div', 'foot',
    starOf(workout), made('span', 'tags', workout.tags.map(tagText).join(' · ')), editOf(workout),
    startOf(workout.name, { workout: workout.id }, item)));
  return item;
}

/** A programme with its next session. */
function programmeOf(programme) {
  const { id, name, next } = programme;
  const item = made('li');
  const when = made('span', 'length', next ? word('weekDay', next) : word('programmeDone'));
  item.append(made('div', 'card', made('span', 'name', name), when, pipsOf(programme)));
  if (next) item.append(made('div', 'foot', made('span', 'tags', next.name),
    startOf(`${name}, ${when.textContent}`, { programme: id }, item)));
  return item;
}

/** What a workout does and says. */
async function tell(workout, details) {
  details.append(made('p', {}, workout.description));
  try {
    for (const part of planOf(await read(`/api/workouts/${encodeURIComponent(workout.id)}`))) details.append(...part);
  } catch (error) {
    details.append(made('p', {}, explanation(error)));
  }
}

/** Hides what doesn't have the chosen tag and the sought words. */
function search(items) {
  const words = element('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const tag = document.querySelector('#tags [aria-pressed="true"]')?.dataset.tag ?? '';
  let found = 0;
  for (const [workout, item] of items) {
    const text = [workout.id, workout.name, workout.description, ...workout.tags].join(' ').toLowerCase();
    item.hidden = !words.every((each) => text.includes(each))
      || !(tag === '' || (tag === '*' ? favourites.has(workout.id) : workout.tags.includes(tag)));
    if (!item.hidden) found += 1;
  }
  element('programmes').hidden = words.length > 0 || tag !== '';
  say(found === 0 ? word('nothingFound') : '');
}

/** Shows the programmes, for each of which the server runs its command; asks again where nothing answers. */
async function showProgrammes() {
  try {
    const { programmes } = await read('/api/programmes');
    element('programmes').append(...programmes.map(programmeOf));
  } catch (error) {
    if (error.status == null) setTimeout(showProgrammes, retryTime);
    else say(explanation(error));
  }
}

/** Keeps a workout in short form as a file, and then does something with its name. */
function keepOf(key, short, item, then) {
  const button = made('button', 'soft', word(key));
  button.addEventListener('click', async () => {
    try {
      then((await post('/api/workouts', { short })).id);
    } catch (error) {
      item.querySelector('.problem')?.remove();
      item.append(made('p', { className: 'problem', role: 'alert', textContent: explanation(error) }));
    }
  });
  return button;
}

/** Offers to start, keep and edit a workout in short form, or tells its mistake where nothing else was found. */
function offer(short, workout, error) {
  const item = made('li');
  if (workout) {
    const buttons = [
      keepOf('keep', short, item, (id) => say(word('kept', { name: id }))),
      keepOf('edit', short, item, (id) => { location.href = `/edit/${encodeURIComponent(id)}`; }),
    ];
    item.append(made('div', 'card', made('span', 'name', workout.name), made('span', 'length', workoutLength(workout)),
      blocksOf(workout.strip)),
      made('div', 'foot', made('span', 'tags', ''), ...buttons, startOf(workout.name, { short }, item)));
  } else if (error && !document.querySelector('#workouts > li:not([hidden])')) {
    const near = made('button', 'soft', error.nearest);
    near.addEventListener('click', () => {
      element('search').focus();
      element('search').value = error.nearest;
      element('search').dispatchEvent(new Event('input'));
    });
    item.append(made('p', { className: 'problem', lang: 'en', role: 'alert', textContent: error.message }),
      made('div', 'foot', made('span', 'tags', ''), near));
  }
  element('short').replaceChildren(...(item.hasChildNodes() ? [item] : []));
  if (item.hasChildNodes()) say('');
}

/** A button for each of the most frequent tags. */
function showTags(items) {
  const counts = new Map();
  for (const [{ tags }] of items) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const tags = [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostTags).map(([tag]) => tag);
  const names = { '': word('all'), '*': word('favourites') };
  element('tags').append(...['', '*', ...tags].map((tag) => {
    const button = made('button', {}, names[tag] ?? tagText(tag));
    button.dataset.tag = tag;
    button.setAttribute('aria-pressed', String(tag === ''));
    button.addEventListener('click', () => {
      for (const other of element('tags').children) other.setAttribute('aria-pressed', String(other === button));
      search(items);
    });
    return button;
  }));
  showFilters();
}

/** Shows the filters that there is something for. */
function showFilters() {
  element('tags').querySelector('[data-tag="*"]').hidden = favourites.size === 0;
  element('tags').hidden = favourites.size === 0 && element('tags').children.length < 3;
}

/** Favourites first, then the last used, then by name. */
const order = ([a], [b]) => favourites.has(b.id) - favourites.has(a.id) || (b.used ?? '').localeCompare(a.used ?? '')
  || a.name.localeCompare(b.name);

enter(async () => {
  element('search').placeholder = `${word('search')} · 8x20/10`;
  const { workouts } = await read('/api/workouts');
  say('');
  // They stand above the workouts, which nobody likes to see move.
  await Promise.race([showProgrammes(), new Promise((resolve) => setTimeout(resolve, programmesTime))]);
  const items = workouts.map((workout) => [workout, itemOf(workout)]).sort(order);
  element('workouts').append(...items.map(([, item]) => item));
  const readSearch = shortFormOf(element('search'), offer);
  element('search').addEventListener('input', () => {
    search(items);
    readSearch();
  });
  showTags(items);
  if (items.length === 0) element('page').append(made('div', 'empty', made('p', {}, word('noWorkouts'))));
});
