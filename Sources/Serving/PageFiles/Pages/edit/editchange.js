/** The changes of a workout's text that the editor makes. */

import { added, copied, deleted, listAt, nodeAt, stepped, withLength, withValue } from './editmoves.js';
import { nodes, page, say } from './editpage.js';
import { childrenOf, groupKeys, kindOf, phaseKeys } from './editrows.js';
import { check, focusOn, read, show, showState } from './editview.js';
import { member, parse, withMember } from './jsontext.js';
import { counted, filled, own, word } from './words.js';

/** A workout that has only its beginning, in the language of the page. */
export function starter() {
  const language = own.split('-')[0].toLowerCase();
  const voice = language === 'en' ? '' : `  "voice": { "language": ${JSON.stringify(language)} },\n`;
  const [name, first] = [JSON.stringify(word('newWorkout')), phaseText('get ready', 'prepare', '10s')];
  return `{\n  "name": ${name},\n${voice}  "phases": [\n    ${first}\n  ]\n}\n`;
}

/** A new phase, whose name is a built-in word. */
const phaseText = (name, intensity, length) =>
  `{ "name": "{${name}}", "intensity": "${intensity}", "duration": "${length}" }`;

/** Takes a new text that was typed in a field. */
export function type(text, field) {
  page.draft.change(text, field);
  read();
  showState();
  check();
}

/** Takes a new text and shows it. */
export function change(text) {
  page.draft.change(text);
  show();
  check();
}

export function restore(step) {
  step();
  const focused = document.activeElement;
  const [path, key] = [focused?.closest('[data-path]')?.dataset.path, focused?.dataset?.key];
  show();
  if (path) focusOn(path, key ? `[data-key="${key}"]` : '.more');
  check();
}

const bareNumber = /^\d+(?:\.\d+)?$/;

/** A typed length as it stands in a file: a number keeps to the form that was there. */
function lengthValue(value, old) {
  if (!bareNumber.test(value)) return JSON.stringify(value);
  return old?.kind === 'number' ? value : JSON.stringify(`${value}s`);
}

/** The value of a field as it stands in a file; null takes the key away. */
function valueOf(key, value, old) {
  if (['duration', 'for', 'every', 'cap'].includes(key)) return value === '' ? null : lengthValue(value, old);
  if (['sets', 'reps'].includes(key) && value === '') return null;
  if (['sets', 'reps'].includes(key)) return /^\d{1,9}$/.test(value) ? String(Number(value)) : JSON.stringify(value);
  return value === '' && key !== 'name' ? null : JSON.stringify(value);
}

/** Whether a field shows a value, or `standard` where there is none; a field shows no line breaks. */
export function holds(old, value, standard = '') {
  if (old == null) return value === standard;
  if (old.kind === 'string') {
    return [old.value, filled(old.value)].some((text) => text.replace(/[\r\n]/g, '') === value);
  }
  return page.draft.text.slice(old.start, old.end) === value;
}

export function takeField(input, isDone) {
  if (page.isShowing || input.readOnly || input.selectedIndex < 0) return;
  const { key } = input.dataset;
  const item = input.closest('[data-path]');
  const path = item.dataset.path.split('.').map(Number);
  const node = nodeAt(page.root, path);
  const value = key === 'name' || key === 'notes' ? input.value : input.value.trim();
  const old = member(node, key);
  // Until the field is left, a length without digits is one that is being typed.
  if (key === 'duration' && value === '' && (!isDone || old == null)) return;
  if (holds(old, value, key === 'intensity' ? 'high' : '')) return;
  const isGroup = kindOf(node) === 'group';
  const order = isGroup ? groupKeys : phaseKeys;
  const raw = isGroup && value === '' ? null : valueOf(key, value, old);
  const { text: before } = page.draft;
  const text = key === 'duration' ? withLength(before, path, raw, order) : withValue(before, path, key, raw, order);
  if (key === 'intensity') input.parentElement.dataset.intensity = value;
  if (text !== before) type(text, `${item.dataset.path} ${key}`);
}

/** Takes a change with the new path of its row, whose button keeps the focus. */
export function take(result, selector) {
  if (!result) return;
  page.opened = result.path.join('.');
  change(result.text);
  focusOn(page.opened, selector);
}

export const actions = {
  more: (path) => {
    const place = path.join('.');
    page.opened = page.opened === place ? null : place;
    show();
    focusOn(place, '.more');
  },
  moveUp: (path) => take(stepped(page.draft.text, path, -1), '[data-do="moveUp"]'),
  moveDown: (path) => take(stepped(page.draft.text, path, 1), '[data-do="moveDown"]'),
  copy: (path) => take(copied(page.draft.text, path), '.name'),
  delete: (path) => {
    const { text, comments } = deleted(page.draft.text, path);
    page.opened = null;
    change(text);
    say(comments > 0 ? counted('commentsGone', comments) : '');
    const items = [...nodes.querySelectorAll('li')];
    const next = items.find(({ dataset }) => dataset.path === path.join('.')) ?? items.at(-1);
    (next?.querySelector('.more') ?? document.querySelector('#parts > .adds button')).focus();
  },
  addPhase: (path) => addTo(path, (last) => (last && ['high', undefined].includes(member(last, 'intensity')?.value)
    && kindOf(last) === 'phase' ? phaseText('rest', 'rest', '10s') : phaseText('work', 'high', '20s'))),
  addGroup: (path) => addTo(path, () => {
    const phases = [phaseText('work', 'high', '20s'), phaseText('rest', 'rest', '10s')];
    return `{ "sets": 3, "phases": [\n  ${phases.join(',\n  ')}\n] }`;
  }),
};

function addTo(path, textFor) {
  const siblings = childrenOf(listAt(page.root, path));
  const result = added(page.draft.text, path, textFor(siblings.at(-1)));
  page.opened = null;
  change(result.text);
  const place = result.path.join('.');
  focusOn(place, '.count, .name');
  nodes.querySelector(`li[data-path="${place}"]`)?.scrollIntoView({ block: 'nearest' });
  document.activeElement?.select?.();
}

/** Adds the phases of a workout's text, in place of those that nobody has touched. */
export function addPhases(text) {
  const parts = childrenOf(listAt(parse(text), []));
  const isFresh = page.draft.version == null && !page.draft.canUndo;
  let next = isFresh ? withMember(page.draft.text, page.root, 'phases', '[]') : page.draft.text;
  for (const { start, end } of parts) next = added(next, [], text.slice(start, end)).text;
  change(next);
}
