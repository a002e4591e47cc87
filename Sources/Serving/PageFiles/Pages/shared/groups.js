/** The groups around a phase: a dot for each round of a single group, or their numbers. */

import { made } from './elements.js';
import { word } from './words.js';

/** More are shown as numbers. */
const mostDots = 12;

/** The groups that count, outermost first, each with its name. */
export function counting(groups) {
  const all = groups.filter(({ sets }) => sets !== 1);
  return all.map((group, index) => {
    const name = group.name ?? word(index === all.length - 1 ? 'set' : 'round');
    return { ...group, name: name.charAt(0).toUpperCase() + name.slice(1) };
  });
}

/** `Round 2 of 3`. */
export const groupText = ({ name, set, sets }) =>
  (sets == null ? `${name} ${set}` : word('countOf', { name, n: set, of: sets }));

/** The rounds of a session, each with its name: those that were counted, or else those of the plan that it came to. */
export function roundSums(rounds, groups, isFinished) {
  if (rounds?.length) return rounds.map(({ group, count }) => [String(count), group ?? word('round')]);
  let all = 1;
  return counting(groups).filter(({ sets }) => sets != null).map(({ name, set, sets }) => {
    all *= sets;
    return [isFinished ? String(all) : `${set}/${sets}`, name];
  });
}

/** Shows groups in an element, if they have changed. */
export function showGroups(element, groups) {
  const shown = counting(groups);
  const key = JSON.stringify(shown.map(groupText));
  if (element.dataset.text === key) return;
  element.dataset.text = key;
  element.replaceChildren(...shown.flatMap((group) => {
    const { name, set, sets } = group;
    if (sets == null || sets > mostDots || shown.length > 1) return [made('span', 'plain', groupText(group))];
    const dots = made('span', 'dots');
    dots.setAttribute('role', 'img');
    dots.setAttribute('aria-label', groupText(group));
    for (let index = 1; index <= sets; index += 1) {
      const dot = made('i');
      if (index < set) dot.dataset.done = '';
      if (index === set) dot.dataset.now = '';
      dots.append(dot);
    }
    return [made('span', {}, name), dots];
  }));
}
