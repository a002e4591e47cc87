/** Formats times and numbers as the terminal does; times are in milliseconds. */

const second = 1000;

/** Formats whole seconds as `m:ss`, or `h:mm:ss` from an hour on. */
export function clockText(seconds) {
  const whole = Math.max(0, Math.trunc(seconds));
  const two = (number) => String(number).padStart(2, '0');
  const tail = `${two(Math.trunc(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.trunc(whole / 3600)}:${tail}` : `${Math.trunc(whole / 60)}:${tail.slice(3)}`;
}

/** Elapsed time, rounded down. */
export const passedText = (time) => clockText(Math.floor(time / second));

/** Remaining time, rounded up. */
export const leftText = (time) => clockText(Math.ceil(Math.max(0, time) / second));

/** A length, rounded to the nearest second. */
export const lengthText = (time) => clockText(Math.round(time / second));

/** How long the texts of a reading are valid, in session time. */
export function untilNextSecond({ passed, elapsed, left, remaining, limitLeft }) {
  const ups = [passed, elapsed].map((time) => second - (time % second));
  const downs = [left, remaining, limitLeft].filter((time) => time != null).map((time) => time % second || second);
  return Math.min(...ups, ...downs);
}

const repsText = (reps) => (reps == null ? null : reps === 1 ? '1 rep' : `${reps} reps`);

/** The text for the next phase. */
export function nextText(next, isLast) {
  if (!next) return isLast ? 'Next: the end' : '';
  const length = next.open ? 'until done' : next.length == null ? '' : lengthText(next.length / 1e6);
  return `Next: ${[next.name, repsText(next.reps)].filter(Boolean).join(', ')} ${length}`.trim();
}

/** What is left of the limit around the phase, or else the phase's own time. */
export const mainText = (reading) => (reading.limitLeft == null ? ownText(reading) : leftText(reading.limitLeft));

/** What is left of the phase, or the elapsed time of an open one. */
export const ownText = ({ phase, passed, left }) => (phase.open || left == null ? passedText(passed) : leftText(left));

/** Decibels, with a sign, to the half. */
export function gainText(gain) {
  if (gain <= -60) return 'Muted';
  return `${gain > 0 ? '+' : gain < 0 ? '−' : ''}${Math.abs(Math.round(gain * 2) / 2)} dB`;
}

/** `95% · 12 reps · Round 2 of 3 · Set 3 of 8 · Slowly.` */
export function setText({ phase: { target, reps, notes }, repetition, groups }) {
  const shown = groups.filter(({ sets }) => sets !== 1).map(({ name, set, sets }, index, { length }) => {
    const word = name ?? (index === length - 1 ? 'Set' : 'Round');
    return sets == null ? `${word} ${set}` : `${word} ${set} of ${sets}`;
  });
  const rep = repetition == null ? repsText(reps) : `rep ${repetition} of ${reps}`;
  return [target, rep, ...shown, notes].filter(Boolean).join(' · ');
}
