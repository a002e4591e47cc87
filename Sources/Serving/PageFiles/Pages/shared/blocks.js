/** The plan of a workout that has no address for a picture, and its length. */

import { made } from './elements.js';
import { lengthText } from './text.js';
import { word } from './words.js';

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
