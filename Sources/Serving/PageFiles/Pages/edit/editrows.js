/** The phases and groups of a workout as rows with fields. */

import { made } from './elements.js';
import { member } from './jsontext.js';
import { counted, filled, word } from './words.js';

const intensities = ['prepare', 'warmup', 'high', 'low', 'rest', 'cooldown', 'sit'];

/** The keys with fields, in the order in which files have them. */
export const phaseKeys = ['name', 'say', 'intensity', 'duration', 'open', 'reps', 'notes'];
export const groupKeys = ['name', 'sets', 'for', 'every', 'cap'];
/** Those of the whole workout. */
export const aboutKeys = ['name', 'description', 'tags', 'style', 'voice', 'ambient', 'phases'];
const fieldKeys = {
  phase: ['name', 'intensity', 'duration', 'open', 'reps', 'notes'], group: [...groupKeys, 'phases'], use: ['use'],
};

/** `phase`, `group` or `use`. */
export const kindOf = (node) => (member(node, 'phases') ? 'group' : member(node, 'use') ? 'use' : 'phase');

/** The nodes of a list. */
export const childrenOf = (list) => (list?.kind === 'list' ? list.parts : []);

const isPlain = (value) => value == null || ['string', 'number'].includes(value.kind);

/** A value in a line: texts without quotes, anything else as it is written. */
function shown(text, value) {
  if (value == null) return '';
  if (value.kind === 'list' && value.parts.length > 0 && value.parts.every(({ kind }) => kind === 'string')) {
    return value.parts.map((part) => part.value).join(', ');
  }
  return value.kind === 'string' ? value.value : text.slice(value.start, value.end).replace(/\s+/g, ' ');
}

/** The keys of an object that have no field here, with their short values. */
export function keptText(text, node, known) {
  const parts = (node.parts ?? []).filter(({ key }) => !known.includes(key) && key !== '$schema');
  const list = parts.map(({ key, value }) => {
    const short = shown(text, value);
    return short.length <= 24 && value.kind !== 'object' ? `${key} ${short}` : key;
  });
  return list.length === 0 ? '' : word('onlyInText', { list: list.join(' · ') });
}

/** The field of a key; what is no single value can only be read here. */
function field(text, node, key, properties = {}) {
  const value = member(node, key);
  const own = { value: shown(text, value), autocomplete: 'off', readOnly: !isPlain(value) };
  const input = made('input', { ...own, ...properties });
  input.dataset.key = key;
  return input;
}

/** The name of a field, which says whose it is: `Length: Squats`. */
function labelOf(key, node) {
  const name = member(node, 'name');
  const own = name?.kind === 'string' ? filled(name.value) : '';
  return own ? `${word(key)}: ${own}` : word(key);
}

function labelled(name, input, className = '') {
  return made('label', { className }, name, input);
}

function button(action, className = '') {
  const one = made('button', { type: 'button', className, textContent: word(action) });
  one.dataset.do = action;
  return one;
}

function effortOf(node) {
  const value = member(node, 'intensity');
  const current = value == null ? 'high' : value.value;
  const options = intensities.map((name) =>
    made('option', { value: name, textContent: word(name), selected: name === current }));
  const select = made('select', {}, ...options);
  select.dataset.key = 'intensity';
  select.setAttribute('aria-label', labelOf('effort', node));
  if (!intensities.includes(current)) select.selectedIndex = -1;
  const box = made('span', 'effort', select);
  box.dataset.intensity = current;
  return box;
}

/** What stands where an open phase has no length. */
function repsText(node) {
  const reps = member(node, 'reps');
  return reps?.kind === 'number' ? counted('reps', reps.value) : word('open');
}

function lengthOf(text, node) {
  const other = ['until', 'tempo'].find((key) => member(node, key));
  const placeholder = other ?? (member(node, 'open') ? repsText(node) : '');
  const fixed = other ? { readOnly: true } : {};
  const input = field(text, node, 'duration', { className: 'length', placeholder, ...fixed });
  input.setAttribute('aria-label', labelOf('length', node));
  return input;
}

function named(text, node, label) {
  const input = field(text, node, 'name', { className: 'name', placeholder: label });
  // The file keeps its built-in words until another name is typed.
  input.value = filled(input.value);
  input.setAttribute('aria-label', labelOf('name', node));
  return input;
}

/** The parts of a row, by the kind of its node. */
const rows = {
  phase: (text, node) => [effortOf(node), named(text, node, word('phase')), lengthOf(text, node)],
  group: (text, node) => {
    const isTimed = member(node, 'for') != null;
    const count = field(text, node, isTimed ? 'for' : 'sets',
      { className: 'count', placeholder: '1', inputMode: isTimed ? 'text' : 'numeric' });
    count.setAttribute('aria-label', labelOf(isTimed ? 'totalTime' : 'sets', node));
    const times = isTimed ? [] : [made('span', 'times', '×')];
    return [count, ...times, named(text, node, word('group'))];
  },
  use: (text, node) => {
    const input = field(text, node, 'use', { readOnly: true });
    input.setAttribute('aria-label', word('block'));
    return [input];
  },
};

const panels = {
  phase: (text, node) => [
    labelled(word('repetitions'), field(text, node, 'reps', { inputMode: 'numeric' })),
    labelled(word('notes'), field(text, node, 'notes', { maxLength: 300 }), 'wide'),
  ],
  group: (text, node) => [
    labelled(word('every'), field(text, node, 'every')),
    labelled(word('timeLimit'), field(text, node, 'cap')),
  ],
  use: () => [],
};

/** What a press on the dots of a row opens. */
function panelOf(text, node, isDirty) {
  const kind = kindOf(node);
  const kept = keptText(text, node, fieldKeys[kind]);
  const trial = button('tryHere', 'wide');
  if (isDirty) trial.textContent = word('saveAndTry');
  const buttons = ['moveUp', 'moveDown', 'copy', 'delete'].map((action) => button(action));
  const parts = [...panels[kind](text, node), ...(kept ? [made('p', {}, kept)] : [])];
  return made('div', 'panel', ...parts, made('div', 'buttons', ...buttons, trial));
}

function rowOf(text, node, path, opened, isDirty) {
  const kind = kindOf(node);
  const item = made('li', { className: kind });
  item.dataset.path = path.join('.');
  const isOpen = item.dataset.path === opened;
  const grip = made('span', 'grip');
  grip.setAttribute('aria-hidden', 'true');
  const more = made('button', { type: 'button', className: 'more', textContent: '···' });
  more.dataset.do = 'more';
  more.setAttribute('aria-expanded', String(isOpen));
  const name = filled(shown(text, member(node, 'name') ?? member(node, 'use')));
  more.setAttribute('aria-label', word('moreFor', { name: name || word(kind === 'group' ? 'group' : 'phase') }));
  const isTimed = kind === 'group' && member(node, 'for') != null;
  item.append(made('div', { className: `row${isTimed ? ' timed' : ''}` }, grip, ...rows[kind](text, node), more));
  if (isOpen) item.append(panelOf(text, node, isDirty));
  if (kind !== 'group') return item;
  const children = childrenOf(member(node, 'phases'))
    .map((child, index) => rowOf(text, child, [...path, index], opened, isDirty));
  item.append(made('ol', {}, ...children), made('div', 'adds', button('addPhase'), button('addGroup')));
  return item;
}

/** Shows all nodes; the one at the path `opened` with what it has besides. */
export function showRows(container, text, list, opened, isDirty) {
  container.replaceChildren(...childrenOf(list).map((node, index) => rowOf(text, node, [index], opened, isDirty)));
}

/** The path of the node that a problem is about; empty for one of the workout. */
export function pathOf(place) {
  const [nodes = ''] = /^(?:phases\[\d+\]\.?)+/.exec(place) ?? [];
  return (nodes.match(/\d+/g) ?? []).join('.');
}

/** Shows each problem below its row. */
export function markRows(container, problems) {
  for (const old of container.querySelectorAll('.problem')) old.remove();
  for (const old of container.querySelectorAll('[aria-invalid]')) old.removeAttribute('aria-invalid');
  for (const { path, message, isWarning } of problems) {
    const row = container.querySelector(`li[data-path="${pathOf(path)}"] > .row`);
    const key = CSS.escape(path.split('.').at(-1));
    const input = row?.parentElement.querySelector(`:scope > :is(.row, .panel) [data-key="${key}"]`);
    input?.setAttribute('aria-invalid', 'true');
    row?.after(made('p', { className: `problem${isWarning ? ' warning' : ''}`, lang: 'en', textContent: message }));
  }
}
