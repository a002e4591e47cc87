/** What a workout does and says, before it starts. */

import { made } from './elements.js';
import { lengthText } from './text.js';
import { counted, named, word } from './words.js';

/** How many phases and phrases are listed. */
const mostListed = 40;
const acronyms = new Set(['amrap', 'c25k', 'emom', 'hiit']);

/** A tag as people write it. */
export const tagText = (tag) => (acronyms.has(tag) ? tag.toUpperCase() : tag.charAt(0).toUpperCase() + tag.slice(1));

/** The phases and phrases of a plan, with their headings. */
export function planOf({ phases, cues }) {
  const rows = phases.slice(0, mostListed).map((phase) => {
    const { name, intensity } = named(phase);
    const chip = made('i', 'chip');
    chip.dataset.intensity = intensity;
    return made('li', {}, chip, made('span', 'name', name), made('span', 'soft', phaseLength(phase)));
  });
  const more = phases.length > mostListed ? [made('li', {}, '…')] : [];
  const plan = [made('h2', {}, word('phases')), made('ol', 'plan', ...rows, ...more)];
  const phrases = [...new Set(cues.map((cue) => cue.say).filter(Boolean))].slice(0, mostListed);
  if (phrases.length === 0) return [plan];
  const says = made('p', 'says', phrases.map((text) => `“${text}”`).join(' '));
  return [plan, [made('h2', {}, word('says')), says]];
}

/** How long a phase lasts, or what ends it: repetitions and a heart rate take the time that they take. */
function phaseLength({ start: from, end, random, reps, until }) {
  // A share, such as `< 70% HR`, has its unit.
  if (until) {
    return word('untilValue', { value: until.is.includes('%') ? until.is : word(until.signal, { n: until.is }) });
  }
  if (reps != null) return counted('reps', reps);
  const lengths = random ?? [end == null ? null : end - from];
  return lengths.map((time) => (time == null ? word('untilDone') : lengthText(time / 1e6))).join('–');
}

/** The strip of a workout that has no address for a picture. */
export function blocksOf(blocks) {
  const strip = made('span', 'strip blocks');
  strip.setAttribute('aria-hidden', 'true');
  for (const { intensity, effort, from, to } of blocks) {
    const block = made('i');
    block.dataset.intensity = intensity;
    block.style.left = `${from * 100}%`;
    block.style.width = `${(to - from) * 100}%`;
    block.style.height = `${effort * 100}%`;
    strip.append(block);
  }
  return strip;
}

/** The length of a workout, or its range where it is drawn; people end an open one. */
export const workoutLength = ({ seconds, range }) => (
  seconds == null ? word('open') : (range ?? [seconds]).map((time) => lengthText(time * 1_000)).join('–'));
