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
export function untilNextSecond({ passed, elapsed, left, remaining }) {
  const ups = [passed, elapsed].map((time) => second - (time % second));
  const downs = [left, remaining].filter((time) => time != null).map((time) => time % second || second);
  return Math.min(...ups, ...downs);
}

/** The text for the next phase. */
export function nextText(next, isLast) {
  if (!next) return isLast ? 'Next: the end' : '';
  return `Next: ${next.name} ${next.length == null || next.open ? 'until done' : lengthText(next.length / 1e6)}`;
}

/** Decibels, with a sign. */
export const gainText = (gain) => (gain <= -60 ? 'Muted' : `${gain > 0 ? '+' : gain < 0 ? '−' : ''}${Math.abs(gain)} dB`);

/** `95% · 12 times · Set 3 of 8`. */
export function setText({ target, reps, set, sets }) {
  const parts = target ? [target] : [];
  if (reps != null) parts.push(reps === 1 ? 'once' : `${reps} times`);
  if (set != null && sets !== 1) parts.push(sets == null ? `Set ${set}` : `Set ${set} of ${sets}`);
  return parts.join(' · ');
}
