/** Questions of the page that edits a workout. */

import { made } from './elements.js';
import { word } from './words.js';

function choiceOf(label, action, className = '') {
  const button = made('button', { type: 'button', className, textContent: label });
  button.addEventListener('click', action);
  return button;
}

/** A question with its answers, each a label and what it does, the first one the usual. */
export function asked(text, choices, ...parts) {
  const buttons = choices.map(([label, action], index) => choiceOf(label, action, index === 0 ? 'strong' : ''));
  const part = made('div', {}, made('p', {}, text), ...parts, made('div', 'choices', ...buttons));
  part.setAttribute('role', 'alert');
  return part;
}

/** The most pairs of lines that are compared. */
const mostPairs = 4_000_000;

/** Which lines of two texts the longest common sequence has: a set of indices for each. */
function common(one, other) {
  const kept = [new Set(), new Set()];
  const width = other.length + 1;
  if (one.length * other.length > mostPairs) return kept;
  const lengths = new Uint32Array((one.length + 1) * width);
  for (let a = one.length - 1; a >= 0; a -= 1) {
    for (let b = other.length - 1; b >= 0; b -= 1) {
      const [here, under] = [a * width + b, (a + 1) * width + b];
      const [below, right, next] = [lengths[under], lengths[here + 1], lengths[under + 1]];
      lengths[a * width + b] = one[a] === other[b] ? next + 1 : Math.max(below, right);
    }
  }
  for (let [a, b] = [0, 0]; a < one.length && b < other.length;) {
    if (one[a] === other[b]) {
      kept[0].add(a);
      kept[1].add(b);
      [a, b] = [a + 1, b + 1];
    } else if (lengths[(a + 1) * width + b] >= lengths[a * width + b + 1]) a += 1;
    else b += 1;
  }
  return kept;
}

/** Two versions of a text side by side, with the lines marked that differ. */
export function versions(mine, theirs) {
  const [one, other] = [mine, theirs].map((text) => text.split(/\r\n|\r|\n/));
  const kept = common(one, other);
  const shown = (name, lines, same) => {
    const rows = lines.map((line, index) => made('span', same.has(index) ? '' : 'other', line));
    const text = made('pre', { lang: 'en', tabIndex: 0 }, ...rows);
    text.setAttribute('aria-label', word(name));
    const part = made('section', {}, made('h2', {}, word(name)), text);
    requestAnimationFrame(() => {
      const top = rows.find(({ className }) => className)?.offsetTop ?? 0;
      text.scrollTop = Math.max(0, top - text.offsetTop - 40);
    });
    return part;
  };
  return made('div', 'versions', shown('mine', one, kept[0]), shown('theirs', other, kept[1]));
}
