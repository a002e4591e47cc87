/** Questions of the page that edits a workout. */

import { made } from './start.js';
import { word } from './words.js';

function choiceOf(label, action, className = '') {
  const button = made('button', { type: 'button', className, textContent: label });
  button.addEventListener('click', action);
  return button;
}

/** A question with its answers, each a label and what it does, the first one the usual. */
export function asked(text, choices, ...parts) {
  const buttons = choices.map(([label, action], index) => choiceOf(label, action, index === 0 ? 'strong' : ''));
  const part = made('div', {}, made('p', { textContent: text }), ...parts, made('div', { className: 'choices' }, ...buttons));
  part.setAttribute('role', 'alert');
  return part;
}

/** Two versions of a text side by side, with the lines marked that differ. */
export function versions(mine, theirs) {
  const [one, other] = [mine, theirs].map((text) => text.split(/\r\n|\r|\n/));
  const most = Math.min(one.length, other.length);
  let [from, back] = [0, 0];
  while (from < most && one[from] === other[from]) from += 1;
  while (back < most - from && one[one.length - 1 - back] === other[other.length - 1 - back]) back += 1;
  const shown = (name, lines) => {
    const rows = lines.map((line, index) => made('span', { className: index >= from && index < lines.length - back ? 'other' : '', textContent: line }));
    const text = made('pre', { lang: 'en', tabIndex: 0 }, ...rows);
    text.setAttribute('aria-label', word(name));
    const part = made('section', {}, made('h2', { textContent: word(name) }), text);
    requestAnimationFrame(() => { text.scrollTop = Math.max(0, (rows[from]?.offsetTop ?? 0) - text.offsetTop - 40); });
    return part;
  };
  return made('div', { className: 'versions' }, shown('mine', one), shown('theirs', other));
}
