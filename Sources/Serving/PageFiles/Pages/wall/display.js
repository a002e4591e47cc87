/** The wall of one run: what an instant has, and the page that shows it. */

import { address, element, made, setAttribute, setText } from './elements.js';
import { fit } from './fit.js';
import { showGroups } from './groups.js';
import { Moments } from './moments.js';
import { soundText, titleOf } from './session.js';
import {
  besideText, effortText, heartText, isOwnCount, leftText, mainDigits, nextText, outlookText, remainingText, toldText,
  untilNextSecond,
} from './text.js';
import { word } from './words.js';

/** The step of the bars in milliseconds. */
const barStep = 250;

const page = element('page');
const moments = new Moments();

export const clock = () => new Date().toTimeString().slice(0, 5);

/** What a reading in a phase shows, as a value. */
export function phaseView(run, reading, countsUp = false) {
  const { state, phase, groups, share } = reading;
  const { counts, digits } = mainDigits(reading, countsUp);
  const isLeft = counts === 'up' && reading.left != null && !phase.open;
  return {
    state, share, digits, groups, counts,
    sound: soundText(run),
    phase: phase.name,
    workout: titleOf(run),
    intensity: phase.intensity,
    isOpen: phase.open,
    isBreath: phase.breath != null,
    size: ['seconds', 'minutes', 'hours'][Math.min(2, digits.split(':').length - (phase.overtime ? 0 : 1))],
    effort: [effortText(reading, run.values), heartText(run.values)].filter(Boolean).join(' · '),
    notes: phase.notes,
    // The time that the digits don't show.
    ownName: isOwnCount(reading) ? word('thisSet') : null,
    own: besideText(reading) || (isLeft ? word('left', { time: leftText(reading.left) }) : ''),
    next: outlookText(reading.ahead, reading.isLast),
    shortNext: nextText(reading.ahead, reading.isLast),
    chip: reading.ahead[0]?.intensity,
    total: remainingText(reading),
    phaseShare: reading.left == null ? null : reading.passed / (reading.passed + reading.left),
    cue: run.values.lastCue?.say,
  };
}

/** How long a view is valid, in milliseconds; `moment` is how long its moments are. */
function rest(run, reading, moment) {
  const minute = 60_000 - (Date.now() % 60_000);
  if (!reading || run.ending) return Math.min(minute, run?.ending ? 1_000 : minute);
  if (!run.course.anchor.isRunning) return minute;
  return Math.min(barStep, moment, untilNextSecond(reading) / run.speed);
}

/** Shows a view of a reading; returns for how many milliseconds it is valid. */
export function show(shown, run, reading, isNextShown = true) {
  const { state, contact, intensity, digits = '', size, over } = shown;
  const data = {
    state, contact, intensity, digits, size, over, praise: shown.praise, open: shown.isOpen, breath: shown.isBreath,
    phase: intensity == null ? null : shown.phase,
  };
  for (const [name, value] of Object.entries(data)) setAttribute(page, `data-${name}`, value);
  setAttribute(element('own'), 'data-what', shown.ownName);
  setText(element('told'), toldText(intensity == null ? null : reading.phase));
  for (const id of ['digits', 'clock', 'time', 'total', 'own', 'praise', 'title', 'planned']) {
    setText(element(id), shown[id] ?? '');
  }
  showGroups(element('rounds'), shown.groups ?? []);
  setAttribute(element('chip'), 'data-intensity', shown.chip);
  element('chip').hidden = shown.chip == null || !isNextShown;
  // Neighbouring texts take space.
  const wide = digits.length > 4 ? 4 : 3;
  element('digits').style.setProperty('--wide', wide);
  const space = [size, wide, shown.total?.length, shown.own?.length > 0, shown.groups?.length, state].join();
  for (const id of ['status', 'workout', 'cue', 'effort', 'notes', 'phase']) fit(element(id), shown[id] ?? '', space);
  fit(element('next'), shown.next ?? '', space, shown.shortNext);
  bar(element('phase-bar'), shown.phaseShare, (share) => `scaleX(${share})`);
  bar(element('strip'), shown.share, (share) => `translateX(${100 * share}%)`);
  between(shown);
  document.title = digits ? `${digits} ${shown.phase ?? ''}` : 'Cuebell';
  const phase = intensity == null ? null : reading.phase;
  return rest(run, reading, moments.show({ ...reading, state, phase, counts: shown.counts }));
}

function bar(track, share, place) {
  const value = Math.min(1, Math.max(0, share ?? 0));
  const part = track.querySelector(':scope > i, .marker');
  part.hidden = share == null;
  part.style.transform = place(value);
  track.setAttribute('aria-valuenow', Math.round(value * 100));
}

/** The page between workouts. */
function between({ sums, hasCode }) {
  const key = JSON.stringify(sums ?? []);
  if (element('sums').dataset.text !== key) {
    element('sums').dataset.text = key;
    element('sums').replaceChildren(...(sums ?? [])
      .map(([number, text]) => made('p', {}, made('b', {}, number), text)));
  }
  const image = element('code').querySelector('img');
  if (hasCode && !image.src) image.src = address('/api/wall/code.svg');
  element('code').hidden = !hasCode;
}
