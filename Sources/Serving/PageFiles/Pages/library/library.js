/** The page of workouts and programmes. */

import { explanation, post, read } from './api.js';
import { blocksOf, workoutLength } from './blocks.js';
import { address, element, made } from './elements.js';
import { favourites } from './favourites.js';
import { enter } from './hand.js';
import { readable } from './plan.js';
import { shortFormOf } from './short.js';
import { listOf, programmeRow, rowOf, startOf, workoutRow } from './start.js';
import { retryTime, word } from './words.js';

/** How many tags are offered, and how many workouts were used last. */
const [mostTags, mostUsed] = [12, 3];
/** How long the workouts wait for the programmes. */
const programmesTime = 2_000;

const say = (text) => { element('status').textContent = text; };

/** The rows that have been made, by the section that they stand in: their pictures load once. */
const rows = new Map();

function itemOf(workout, section) {
  const key = `${section} ${workout.id}`;
  if (!rows.has(key)) rows.set(key, newItem(workout));
  return rows.get(key);
}

function newItem(workout) {
  const { id, name, problem } = workout;
  if (problem) {
    const text = problem.line == null ? problem.message : word('line', { n: problem.line, problem: problem.message });
    const item = rowOf(`/edit/${encodeURIComponent(id)}`, made('span', 'strip'), name, text);
    item.className = 'broken';
    item.lang = 'en';
    return item;
  }
  const item = workoutRow(workout);
  item.dataset.id = id;
  return item;
}

/** The programmes, for each of which the server runs its command; asks again where nothing answers. */
async function programmes() {
  try {
    return (await read('/api/programmes')).programmes.map(readable);
  } catch (error) {
    if (error.status == null) setTimeout(() => programmes().then(showProgrammes), retryTime);
    else say(explanation(error));
    return [];
  }
}

function showProgrammes(all) {
  const begun = all.filter(({ completed, next }) => completed > 0 && next);
  const others = all.filter((each) => !begun.includes(each));
  element('begun').replaceChildren(...listOf(word('yourProgramme'), begun.map(programmeRow)));
  element('programmes').replaceChildren(...listOf(word('programmes'), others.map(programmeRow)));
}

/** Shows what has the chosen tag and the sought words: in sections, or what was found alone. */
function showWorkouts(workouts) {
  const words = element('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const tag = document.querySelector('#tags [aria-pressed="true"]')?.dataset.tag ?? '';
  const isSought = words.length > 0 || tag !== '';
  const found = workouts.filter(({ id, name, description, tags, tagTexts }) => {
    const text = [id, name, description, ...tags, ...tagTexts].join(' ').toLowerCase();
    return words.every((each) => text.includes(each))
      && (tag === '' || (tag === '*' ? favourites.has(id) : tags.includes(tag)));
  });
  const last = workouts.filter(({ used, problem }) => used && !problem)
    .sort((a, b) => b.used.localeCompare(a.used)).slice(0, mostUsed);
  const marked = workouts.filter(({ id }) => favourites.has(id));
  for (const id of ['begun', 'programmes']) element(id).hidden = isSought;
  element('last').replaceChildren(...(isSought ? [] : [
    ...listOf(word('lastUsed'), last.map((each) => itemOf(each, 'last'))),
    ...listOf(word('favourites'), marked.map((each) => itemOf(each, 'favourites'))),
  ]));
  element('all').replaceChildren(...listOf(`${word('all')} ${found.length}`, found.map((each) => itemOf(each, 'all'))));
  say(found.length === 0 && workouts.length > 0 ? word('nothingFound') : '');
}

/** Keeps a workout in short form as a file, and then does something with its name. */
function keepOf(key, short, item, then) {
  const button = made('button', {}, word(key));
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
  const item = made('section', 'sent');
  if (workout) {
    item.append(made('header', {}, made('h2', 'name', workout.name), made('b', 'length', workoutLength(workout))),
      blocksOf(workout.strip), made('div', 'choices',
        keepOf('keep', short, item, (id) => say(word('kept', { name: id }))),
        keepOf('edit', short, item, (id) => { location.href = address(`/edit/${encodeURIComponent(id)}`); }),
        startOf(workout.name, { short }, item)));
  } else if (error && !document.querySelector('#all li')) {
    const near = made('button', {}, error.nearest);
    near.addEventListener('click', () => {
      element('search').focus();
      element('search').value = error.nearest;
      element('search').dispatchEvent(new Event('input'));
    });
    item.append(made('p', { className: 'problem', lang: 'en', role: 'alert', textContent: error.message }), near);
  }
  element('short').replaceChildren(...(item.hasChildNodes() ? [item] : []));
  if (item.hasChildNodes()) say('');
}

/** A button for each of the most frequent tags. */
function showTags(workouts) {
  const counts = new Map();
  const names = { '': word('all'), '*': word('favourites') };
  for (const { tags, tagTexts } of workouts) {
    tags.forEach((tag, index) => {
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
      names[tag] = tagTexts[index];
    });
  }
  const tags = [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostTags).map(([tag]) => tag);
  const all = ['', ...(favourites.size > 0 ? ['*'] : []), ...tags];
  element('tags').hidden = all.length < 2;
  element('tags').replaceChildren(...all.map((tag) => {
    const button = made('button', {}, names[tag]);
    button.dataset.tag = tag;
    button.setAttribute('aria-pressed', String(tag === ''));
    button.addEventListener('click', () => {
      for (const other of element('tags').children) other.setAttribute('aria-pressed', String(other === button));
      showWorkouts(workouts);
    });
    return button;
  }));
}

enter(async () => {
  element('search').placeholder = word('searchOrType', { form: '8x20/10' });
  const pending = programmes();
  const workouts = (await read('/api/workouts')).workouts.map(readable);
  workouts.sort((a, b) => a.name.localeCompare(b.name));
  // They stand above the workouts, which nobody likes to see move.
  const known = await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, programmesTime))]);
  element('workouts').replaceChildren(...['begun', 'last', 'programmes', 'all'].map((id) => made('section', { id })));
  showTags(workouts);
  showWorkouts(workouts);
  if (known) showProgrammes(known);
  else pending.then(showProgrammes);
  const readSearch = shortFormOf(element('search'), offer);
  element('search').addEventListener('input', () => {
    showWorkouts(workouts);
    readSearch();
  });
  if (workouts.length === 0) element('page').append(made('div', 'empty', made('p', {}, word('noWorkouts'))));
});
