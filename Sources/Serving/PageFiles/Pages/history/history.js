/** The page of past sessions. */

import { explanation, read } from './api.js';
import { element, made } from './elements.js';
import { enter } from './hand.js';
import { stripOf } from './start.js';
import { lengthText, minutesText } from './text.js';
import { counted, own, word } from './words.js';

/** The weeks of the calendar, and the minutes from which a day has the next colour. */
const [weeks, levels] = [16, [1, 15, 30, 60]];
const day = 86_400_000;


/** The start of a day of the browser, as a number that grows by one each day. */
const dayOf = (date) => Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())) / day);

const timeOf = (nanoseconds) => (nanoseconds == null ? '' : lengthText(nanoseconds / 1e6));

/** Active minutes by day, without rehearsals. */
function minutesByDay(sessions) {
  const minutes = new Map();
  for (const { began, active, speed } of sessions) {
    if (speed !== 1) continue;
    const key = dayOf(new Date(began));
    minutes.set(key, (minutes.get(key) ?? 0) + (active ?? 0) / 6e10);
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
  element('sums').append(...sums.map(([number, name]) => made('p', {}, made('b', {}, number), name)));
}

function showCalendar(minutes, today) {
  const monday = today - ((new Date().getDay() + 6) % 7);
  const start = monday - 7 * (weeks - 1);
  element('months').append(...Array.from({ length: weeks }, (_, week) => {
    const date = new Date((start + 7 * week) * day);
    const month = date.toLocaleDateString(own, { month: 'short', timeZone: 'UTC' });
    return made('span', {}, date.getUTCDate() <= 7 ? month : '');
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
  element('calendar').hidden = false;
  element('calendar').setAttribute('aria-label', word('history'));
}

function itemOf(session) {
  const when = new Date(session.began).toLocaleString(own,
    { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const state = session.state === 'completed' ? '' : word(session.state);
  const strip = session.active > 0 ? [stripOf(`/api/history/${session.session}/strip.svg`)] : [];
  const card = made('button', 'card', made('span', 'name', session.workout),
    made('span', 'length', timeOf(session.active)), ...strip, made('span', 'when', when), made('span', 'state', state));
  card.setAttribute('aria-expanded', 'false');
  const details = made('div', { className: 'details', hidden: true });
  card.addEventListener('click', () => {
    details.hidden = !details.hidden;
    card.setAttribute('aria-expanded', String(!details.hidden));
    if (!details.hidden && !details.hasChildNodes()) tell(session, details);
  });
  return made('li', {}, card, details);
}

/** Planned against actual, phase by phase, and how late the cues were. */
async function tell(session, details) {
  try {
    const { phases, rpe, note } = await read(`/api/history/${session.session}`);
    const columns = ['planned', 'actual'].map((name) => made('th', 'number', word(name)));
    const head = made('tr', {}, made('th'), ...columns);
    const rows = phases.map(({ name, intensity, set, sets, planned, active }) => {
      const chip = made('i', 'chip');
      chip.dataset.intensity = intensity;
      const place = set == null || sets === 1 ? '' : sets == null ? ` ${set}` : ` ${set}/${sets}`;
      return made('tr', {}, made('td', {}, chip, `${name}${place}`),
        made('td', 'number', planned == null ? word('open') : timeOf(planned)), made('td', 'number', timeOf(active)));
    });
    const remarks = [rpe && word('effortOf', { n: rpe }), note].filter(Boolean);
    details.append(...remarks.map((text) => made('p', {}, text)), made('table', {}, head, ...rows),
      made('p', 'soft', word('cuesLate', session)));
  } catch (error) {
    details.append(made('p', {}, explanation(error)));
  }
}

function show({ sessions }) {
  if (sessions.length === 0) {
    const start = made('a', { className: 'button strong', href: '/', textContent: word('workouts') });
    element('sums').replaceWith(made('div', 'empty', made('p', {}, word('noSessions')), start));
    return;
  }
  const [minutes, today] = [minutesByDay(sessions), dayOf(new Date())];
  showSums(minutes, today);
  showCalendar(minutes, today);
  element('sessions').append(...sessions.map(itemOf));
}

enter(async () => show(await read('/api/history')));
