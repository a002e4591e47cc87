/** Formats times and numbers as the terminal does; times are in milliseconds. */

import { counting, groupText } from './groups.js';
import { exact, excess } from './session.js';
import { counted, word } from './words.js';

const second = 1000;

/** Formats whole seconds as `m:ss`, or `h:mm:ss` from an hour on. */
export function clockText(seconds) {
  const whole = Math.max(0, Math.trunc(seconds));
  const two = (number) => String(number).padStart(2, '0');
  const tail = `${two(Math.trunc(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.trunc(whole / 3600)}:${tail}` : `${Math.trunc(whole / 60)}:${tail.slice(3)}`;
}

/** Elapsed time, rounded down. */
export const passedText = (time) => clockText(Math.floor(exact(time) / second));

/** Remaining time, rounded up. */
export const leftText = (time) => clockText(Math.ceil(Math.max(0, exact(time - excess)) / second));

/** A length, rounded to the nearest second. */
export const lengthText = (time) => clockText(Math.round(time / second));

/** Large digits: seconds alone below a minute. */
const digits = (text) => text.replace(/^0:0?/, '');

/** How long the texts of a reading are valid, in session time. */
export function untilNextSecond({ passed, elapsed, left, remaining, limitLeft }) {
  const ups = [passed, elapsed].map((time) => second - (time % second));
  const downs = [left, remaining, limitLeft].filter((time) => time != null).map((time) => time % second || second);
  return Math.min(...ups, ...downs);
}

/** What is left of the phase, or the elapsed time of one whose end is unknown. */
const ownText = ({ phase, passed, left }) => (
  phase.open || left == null ? signed(phase, passedText(passed)) : leftText(left));

/** What a phase takes beyond its planned end has a minus. */
const signed = ({ overtime }, text) => (overtime ? `−${text}` : text);

/** Whether the phase's own time counts up, so that it needs a label; what is left has one in its text. */
export const isOwnCount = ({ hasOwnTime, phase, left }) => hasOwnTime && (phase.open || left == null);

/** The phase's own time beside digits that show a limit; empty without one. */
export function besideText(reading) {
  if (!reading.hasOwnTime) return '';
  const time = ownText(reading);
  return isOwnCount(reading) ? time : word('leftOfPhase', { time });
}

/** The large digits, and whether they count up or down: the limit around the phase, or else its own time. */
export function mainDigits(reading, countsUp = false) {
  const { limitLeft, limitPassed, phase, passed, left } = reading;
  if (limitPassed != null) return { counts: 'up', digits: digits(passedText(limitPassed)) };
  if (limitLeft != null) return { counts: 'down', digits: digits(leftText(limitLeft)) };
  const isUp = countsUp || phase.open || left == null;
  return { counts: isUp ? 'up' : 'down', digits: signed(phase, digits(isUp ? passedText(passed) : leftText(left))) };
}

/** A name within other text, apart from it where it is written from right to left. */
const within = (name) => (/[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name);

/** `Squats, 15 reps`. */
export const nameText = ({ name, reps }) => (reps == null ? within(name) : `${within(name)}, ${counted('reps', reps)}`);

/** What a screen reader says when a phase begins, and nothing each second; empty without one. */
export function toldText(phase) {
  if (!phase) return '';
  const isTimed = !phase.open && phase.end != null;
  return isTimed ? `${nameText(phase)}, ${lengthText(phase.end - phase.start)}` : nameText(phase);
}

/** What has to be measured for a phase to end: `until < 120 bpm`; a share of an unknown number stays one. */
function untilText({ signal, comparison, value, text }) {
  return word('untilValue', { value: value == null ? text : word(signal, { n: `${comparison} ${value}` }) });
}

/** The length of a phase ahead; repetitions say enough about an open one. */
export function aheadLength({ open, length, reps, until }) {
  if (until) return untilText(until);
  if (open) return reps == null ? word('untilDone') : '';
  return length == null ? '' : lengthText(length / 1e6);
}

/** `Next: Change 0:20`. */
export function nextText([next], isLast) {
  if (!next) return isLast ? word('nextPhase', { name: word('theEnd') }) : '';
  return word('nextPhase', { name: `${nameText(next)} ${aheadLength(next)}`.trim() });
}

/** `Next: Change 0:20, then Step-ups`. */
export function outlookText(ahead, isLast) {
  const [first, later] = [nextText(ahead, isLast), ahead[1]];
  return later ? `${first}, ${word('thenPhase', { name: within(later.name) })}` : first;
}

/** What a phase that waits for a pulse needs while nobody measures any: `no strap: press Done, or 4:00 at most`. */
function strapText({ phase: { until, start: from, end } }, { heartRate }) {
  if (until?.signal !== 'heartRate' || heartRate?.value != null) return null;
  return end == null ? word('noStrap') : word('noStrapMost', { time: lengthText(end - from) });
}

/** `95% · until < 120 bpm · rep 3 of 12`. */
export function effortText(reading, values = {}) {
  const { phase: { target, until, reps }, repetition } = reading;
  const count = () => (repetition == null ? counted('reps', reps) : word('rep', { n: repetition, of: reps }));
  const rep = reps == null ? null : count();
  return [target, until && untilText(until), strapText(reading, values), rep].filter(Boolean).join(' · ');
}

/** `131 bpm, zone 3`; a rate that isn't known is a dash, and one that nobody measures is empty. */
export function heartText({ heartRate }) {
  if (!heartRate) return '';
  const rate = word('heartRate', { n: heartRate.value ?? '–' });
  return heartRate.zone == null ? rate : `${rate}, ${word('zone', { n: heartRate.zone })}`;
}

/** `Round 2 of 3 · Station 3 of 8`. */
export const groupsText = ({ groups }) => counting(groups).map(groupText).join(' · ');

/** `44 min`, or `5:20 h` from an hour on. */
export function minutesText(minutes) {
  const whole = Math.round(minutes);
  return whole < 60 ? counted('minutes', whole) : word('hours', { time: clockText(whole) });
}

/** What is left of the workout. */
export const remainingText = ({ remaining }) =>
  (remaining == null ? word('openEnd') : word('left', { time: leftText(remaining) }));

/** The best score of the workout, which may be this one; null if there is no other. */
export function bestSum({ score, best }) {
  if (!score || !best) return null;
  const isNew = best.time == null ? score.time != null || score.rounds > best.rounds : score.time < best.time;
  const { time, rounds } = isNew ? score : best;
  return [time == null ? String(rounds) : passedText(time / 1e6), word(isNew ? 'newBest' : 'best')];
}
