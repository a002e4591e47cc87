/** What a workout does and says, before it starts. */

import { made } from './elements.js';
import { lengthText, minutesText } from './text.js';
import { counted, filled, own, titled, word } from './words.js';

const acronyms = new Set(['amrap', 'c25k', 'emom', 'hiit']);
/** The most lengths that are listed one by one. */
const mostLengths = 4;

/** A tag as people write it. */
const tagText = (tag) => (acronyms.has(tag) ? tag.toUpperCase() : tag.charAt(0).toUpperCase() + tag.slice(1));

/** A workout or programme with its name, description and tags in the page's language. */
export const readable = (item) => ({
  ...item, name: titled(item.name, item), description: titled(item.description, item),
  tagTexts: item.tags?.map((tag) => tagText(titled(tag, item))),
});

const timeText = (time) => lengthText(time / 1e6);

/** The distinct values of a list, or its ends if there are many. */
function values(list, text) {
  const all = [...new Set(list)];
  const shown = all.length > mostLengths ? [Math.min(...all), Math.max(...all)] : all;
  return shown.map(text).join(all.length > mostLengths ? '–' : ', ');
}

/** `not after the last`, `the first`: the sets that leave a part out. */
function skipText(skip) {
  if (skip === 'last') return word('notLast');
  return skip === 'first' ? word('notFirst') : '';
}

/** What ends a phase: a time, repetitions, a measurement, its user. */
function phaseLength({ lengths, range, reps, repsRange, open, cap, until }) {
  const limit = cap == null ? '' : word('atMost', { time: timeText(cap) });
  if (until) {
    // A share, such as `< 70% HR`, has its unit.
    const value = until.is.includes('%') ? until.is : word(until.signal, { n: until.is });
    return [word('untilValue', { value }), limit].filter(Boolean).join(', ');
  }
  if (lengths) return values(lengths, timeText);
  if (range) return range.map(timeText).join('–');
  const count = repsRange?.join('–') ?? (reps && values(reps, String));
  // Several numbers have the word of many.
  if (count) return reps?.length === 1 ? counted('reps', reps[0]) : counted('reps', 2).replace('2', count);
  return limit || (open ? word('untilDone') : '');
}

/** A name of a workout as it was written, in the page's language. */
const nameOf = (text, source) => filled(titled(text, source));

function phaseOf(phase, source) {
  const chip = made('i', 'chip');
  chip.dataset.intensity = phase.intensity;
  const names = phase.names.map((name) => nameOf(name, source)).join(', ');
  const remark = [phase.target, skipText(phase.skip)].filter(Boolean).join(' · ');
  const name = made('span', 'name', names, ...(remark ? [made('small', 'soft', ` ${remark}`)] : []));
  return made('li', 'phase', chip, name, made('span', 'soft', phaseLength(phase)));
}

/** `3 rounds`, `4 × Ladder`, `12:00 Round`: how often or for how long a group is repeated. */
function groupName({ name, sets }, source) {
  const key = `${/^\{([a-z]+)\}$/.exec(name ?? '{set}')?.[1]}Count`;
  const text = nameOf(name ?? '', source);
  if (sets == null) return text || word('set');
  return counted(key, sets) || `${sets} × ${text}`;
}

function groupOf(group, source) {
  const { every, cap, order, pick, skip, between } = group;
  const time = (key, value) => value != null && word(key, { time: timeText(value) });
  const title = [groupName(group, source), time('forTime', group.for), time('everyTime', every), time('atMost', cap),
    pick && word('countOf', { name: '', n: pick, of: group.parts.length }).trim(), order && word('anyOrder'),
    skipText(skip)].filter(Boolean).join(', ');
  const parts = [...group.parts, ...(between ? [between] : [])];
  return made('li', 'group', made('h3', {}, title), made('ol', {}, ...parts.map((part) => partOf(part, source))));
}

const partOf = (part, source) => (part.parts ? groupOf(part, source) : phaseOf(part, source));

/** The parts of a workout as they are written: groups as brackets. */
export const partsOf = (workout) => made('ol', 'plan', ...workout.parts.map((part) => partOf(part, workout)));

/** `Spoken in English · Rain`. */
export function soundText({ language, bed, style }) {
  const names = new Intl.DisplayNames([own], { type: 'language' });
  const speech = style === 'silent' ? word('style silent') : word('spokenIn', { language: names.of(language) });
  return [speech, bed && (word(`sound ${bed}`) || bed)].filter(Boolean).join(' · ');
}

/** Whether a workout makes any sound by itself. */
export const isHeard = ({ bed, phrases, style }) => Boolean(style !== 'silent' || bed || phrases.length > 0);

/** The phrases that are heard, with their heading. */
export function phrasesOf(phrases) {
  if (phrases.length === 0) return [];
  return [made('h2', {}, word('says')), made('p', 'says', phrases.map((text) => `“${text}”`).join(' '))];
}

/** The sessions of a programme, week by week. */
export function sessionsOf({ programme, sessions, next, translations }) {
  const weeks = new Set(sessions.map(({ week }) => week));
  return [...weeks].flatMap((week) => [
    made('h2', {}, word('week', { n: week })),
    made('ol', 'plan', ...sessions.filter((each) => each.week === week)
      .map((each) => sessionOf({ ...each, name: ownName(each.name, programme, { translations }) }, next))),
  ]);
}

/** The name of a session, unless it only repeats that of its programme. */
const ownName = (name, programme, source) => (name.startsWith(programme) ? '' : titled(name, source));

function sessionOf({ session, day, name, length, completed }, next) {
  const mark = made('i', 'mark');
  if (completed) mark.dataset.done = '';
  const title = [word('day', { n: day }), name].filter(Boolean).join(' · ');
  const row = made('li', 'phase', mark, made('span', 'name', title),
    made('span', 'soft', length == null ? word('open') : minutesText(length / 6e10)));
  if (session === next) row.setAttribute('aria-current', 'step');
  return row;
}
