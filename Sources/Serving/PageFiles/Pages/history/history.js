/** The page of past sessions. */

import { explanation, post, read, remove } from './api.js';
import { element, made } from './elements.js';
import { enter } from './hand.js';
import { question, startOf, stripOf } from './start.js';
import { lengthText, minutesText } from './text.js';
import { counted, own, titled, word } from './words.js';

/** The weeks of the calendar, and the minutes from which a day has the next colour. */
const [weeks, levels] = [16, [1, 15, 30, 60]];
const day = 86_400_000;

/** The start of a day of the browser, as a number that grows by one each day. */
const dayOf = (date) => Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())) / day);

const timeOf = (nanoseconds) => (nanoseconds == null ? '' : lengthText(nanoseconds / 1e6));

/** Why a session is no training: a rehearsal, or too short; empty if it is one. */
function reasonOf({ speed, active, state }) {
  if (speed !== 1) return word('rehearsal');
  return state !== 'running' && active < 6e10 ? word('underMinute') : '';
}

/** Active minutes by day, of sessions that count. */
function minutesByDay(sessions) {
  const minutes = new Map();
  for (const session of sessions) {
    if (reasonOf(session)) continue;
    const key = dayOf(new Date(session.began));
    minutes.set(key, (minutes.get(key) ?? 0) + (session.active ?? 0) / 6e10);
  }
  return minutes;
}

function showSums(minutes, today) {
  const now = new Date();
  const monday = today - ((now.getDay() + 6) % 7);
  const first = today - now.getDate() + 1;
  const since = (start) => [...minutes].reduce((sum, [key, value]) =>
    (key >= start && key <= today ? sum + value : sum), 0);
  let streak = 0;
  for (let key = minutes.has(today) ? today : today - 1; minutes.has(key); key -= 1) streak += 1;
  const sums = [
    [minutesText(since(monday)), word('thisWeek')], [minutesText(since(first)), word('thisMonth')],
    [String(streak), counted('streak', streak)],
  ];
  element('sums').replaceChildren(...sums.map(([number, name]) => made('p', {}, made('b', {}, number), name)));
}

function showCalendar(minutes, today) {
  const monday = today - ((new Date().getDay() + 6) % 7);
  const start = monday - 7 * (weeks - 1);
  element('months').append(...Array.from({ length: weeks }, (_, week) => {
    const date = new Date((start + 7 * week) * day);
    const month = date.toLocaleDateString(own, { month: 'short', timeZone: 'UTC' });
    return made('span', {}, date.getUTCDate() <= 7 ? month : '');
  }));
  const sums = Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => minutes.get(start + 7 * week + index) ?? 0).reduce((a, b) => a + b));
  const most = Math.max(...sums, 1);
  element('weeks').append(...sums.map((value) => {
    const bar = made('i', { title: minutesText(value) });
    bar.style.height = `${100 * value / most}%`;
    return bar;
  }));
  element('days').append(...Array.from({ length: 7 * weeks }, (_, index) => {
    const cell = made('i');
    const value = minutes.get(start + index) ?? 0;
    cell.dataset.level = levels.filter((least) => value >= least).length;
    if (start + index > today) cell.dataset.later = '';
    const date = new Date((start + index) * day).toLocaleDateString(own, { dateStyle: 'medium', timeZone: 'UTC' });
    cell.title = `${date}: ${minutesText(value)}`;
    return cell;
  }));
  element('calendar').ariaHidden = null;
  element('calendar').setAttribute('aria-label', `${word('perWeek')}: ${sums.map(Math.round).join(', ')}`);
}

/** What is said of a session below its name: when, how long of how much, and what became of it. */
function aboutText(session) {
  const { began, active, planned, state } = session;
  const when = new Date(began).toLocaleString(own,
    { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const isCut = planned != null && active < planned && state !== 'completed';
  const length = isCut ? word('ofPlanned', { time: timeOf(active), planned: timeOf(planned) }) : timeOf(active);
  const reason = reasonOf(session);
  return [when, length, ['completed', 'stopped'].includes(state) ? '' : word(state),
    reason && `${reason}, ${word('notCounted')}`].filter(Boolean).join(' · ');
}

/** What the workouts of the library are called in the page's language, by their names. */
let titles = new Map();

async function readTitles() {
  const { workouts } = await read('/api/workouts').catch(() => ({ workouts: [] }));
  titles = new Map(workouts.map((workout) => [workout.name, titled(workout.name, workout)]));
}

function itemOf(session) {
  const { session: number } = session;
  const workout = titles.get(session.workout) ?? session.workout;
  const strip = stripOf(`/api/history/${number}/strip.svg`);
  const card = made('button', 'card', strip, made('b', 'name', workout), made('span', 'soft', aboutText(session)));
  const details = made('div', { className: 'details', hidden: true });
  const item = made('li', { className: reasonOf(session) ? 'light' : '' }, card);
  item.append(startOf(workout, { again: number }, item, { ariaLabel: `${word('again')}: ${workout}` }), details);
  card.setAttribute('aria-expanded', 'false');
  card.addEventListener('click', () => {
    details.hidden = !details.hidden;
    card.setAttribute('aria-expanded', String(!details.hidden));
    if (!details.hidden && !details.hasChildNodes()) tell(session, details, item);
  });
  return item;
}

/** Planned against actual, phase by phase, what its user thinks of it, and how late the cues were. */
async function tell(session, details, item) {
  try {
    const { phases, rpe, note, text } = await read(`/api/history/${session.session}`);
    const workout = JSON.parse(text);
    const columns = ['planned', 'actual'].map((name) => made('th', 'number', word(name)));
    const head = made('tr', {}, made('th'), ...columns);
    const rows = phases.map(({ name, intensity, set, sets, planned, active }) => {
      const chip = made('i', 'chip');
      chip.dataset.intensity = intensity;
      const place = set == null || sets === 1 ? '' : sets == null ? ` ${set}` : ` ${set}/${sets}`;
      return made('tr', {}, made('td', {}, chip, `${titled(name, workout)}${place}`),
        made('td', 'number', planned == null ? word('open') : timeOf(planned)), made('td', 'number', timeOf(active)));
    });
    details.append(opinionOf(session, rpe, note), made('table', {}, head, ...rows),
      made('p', 'soft', word('cuesLate', session)), deletionOf(session, item));
  } catch (error) {
    details.append(made('p', 'problem', explanation(error)));
  }
}

/** How hard a session was, and a note: kept as soon as they are chosen and written. */
function opinionOf({ session, workout }, rpe, note) {
  const path = `/api/history/${session}`;
  const effort = made('select', { ariaLabel: `${word('effort')}: ${workout}` },
    made('option', { value: '' }, word('effort')),
    ...Array.from({ length: 10 }, (_, index) => made('option', {}, String(index + 1))));
  effort.value = rpe ?? '';
  const text = made('input', {
    value: note ?? '', placeholder: word('note'), maxLength: 1_000, ariaLabel: `${word('note')}: ${workout}`,
  });
  const keep = (fields) => post(path, fields).then(() => { status.textContent = word('saved'); },
    (error) => { status.textContent = explanation(error); });
  const status = made('span', { className: 'soft', role: 'status' });
  effort.addEventListener('change', () => effort.value && keep({ rpe: Number(effort.value) }));
  text.addEventListener('change', () => keep({ note: text.value }));
  return made('div', 'opinion', effort, text, status);
}

/** The button that deletes a session, after a question. */
function deletionOf({ session, workout }, item) {
  const place = made('div', 'deletion');
  const button = made('button', { ariaLabel: `${word('delete')}: ${workout}` }, word('delete'));
  const fail = (error) => place.append(made('p', 'problem', explanation(error)));
  button.addEventListener('click', () => {
    const cancel = made('button', {}, word('cancel'));
    cancel.addEventListener('click', () => place.replaceChildren(button));
    place.replaceChildren(question(word('deleteAsk'), word('delete'),
      () => remove(`/api/history/${session}`).then(() => item.remove(), fail)), cancel);
  });
  place.append(button);
  return place;
}

function show({ sessions }) {
  if (sessions.length === 0) {
    const start = made('a', { className: 'button strong', href: '/', textContent: word('workouts') });
    for (const id of ['calendar', 'sessions']) element(id).remove();
    element('sums').replaceWith(made('div', 'empty', made('p', {}, word('noSessions')), start));
    return;
  }
  const [minutes, today] = [minutesByDay(sessions), dayOf(new Date())];
  showSums(minutes, today);
  showCalendar(minutes, today);
  element('sessions').classList.remove('waiting');
  element('sessions').ariaHidden = null;
  element('sessions').replaceChildren(...sessions.map(itemOf));
}

enter(async () => {
  const [sessions] = await Promise.all([read('/api/history'), readTitles()]);
  show(sessions);
});
