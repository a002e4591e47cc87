/** The page that edits a workout: its text, phase by phase or as it is. */

import { access, allows, explanation, get, post, request, runOfAddress } from './api.js';
import { dragRows } from './drag.js';
import { Draft } from './draft.js';
import { asked, versions } from './editask.js';
import { added, copied, deleted, listAt, moved, nodeAt, stepped, withLength, withValue } from './editmoves.js';
import { childrenOf, groupKeys, keptText, kindOf, markRows, pathOf, phaseKeys, showRows } from './editrows.js';
import { setText } from './frames.js';
import { member, parse, withMember, withTyped } from './jsontext.js';
import { prepareQuick } from './quick.js';
import { made } from './start.js';
import { lengthText } from './text.js';
import { Checker, readText, saveText } from './textfile.js';
import { counted, own, speak, word } from './words.js';

const element = (id) => document.getElementById(id);
const [nodes, typed] = [element('nodes'), element('text')];
/** How many names are tried for a new workout. */
const mostNames = 50;
/** When a page that could not be opened tries again, in milliseconds. */
const retryTime = 2_000;

let draft = null;
/** The tree of the text; null where that isn't JSON. */
let root = null;
let report = null;
/** The path of the row with its panel open. */
let opened = null;
let isText = false;
/** The run that was started to try the workout. */
let tried = null;
let isSaving = false;
/** Whether rows are being replaced, which ends the typing in their fields. */
let isShowing = false;

const checker = new Checker(tell);

const say = (text, ...parts) => element('status').replaceChildren(text, ...parts);
const hasWords = (text) => typeof text === 'string' && text.trim() !== '';

function ask(part) {
  element('ask').replaceChildren(...(part ? [part] : []));
}

/** A workout that has only its beginning, in the language of the page. */
function starter() {
  const language = own.split('-')[0].toLowerCase();
  const voice = language === 'en' ? '' : `  "voice": { "language": ${JSON.stringify(language)} },\n`;
  return `{\n  "name": ${JSON.stringify(word('newWorkout'))},\n${voice}  "phases": [\n    ${phaseText('prepare', '10s')}\n  ]\n}\n`;
}

const phaseText = (intensity, length) =>
  `{ "name": ${JSON.stringify(word(intensity))}, "intensity": "${intensity}", "duration": "${length}" }`;

// MARK: What is shown

function read() {
  try {
    root = parse(draft.text);
  } catch {
    root = null;
  }
  if (root?.kind !== 'object') root = null;
  isText ||= root == null;
}

/** Shows the text again, after any change but typing. */
function show() {
  read();
  element('parts').hidden = isText;
  typed.hidden = !isText;
  element('as-text').setAttribute('aria-pressed', String(isText));
  element('as-text').disabled = root == null;
  if (isText) typed.value = draft.text;
  isShowing = true;
  if (!isText) showRows(nodes, draft.text, listAt(root, []), opened, draft.isDirty);
  isShowing = false;
  const name = member(root, 'name');
  element('title').value = name?.kind === 'string' ? name.value : '';
  element('title').readOnly = root == null || (name != null && name.kind !== 'string');
  setText(element('kept'), root ? keptText(draft.text, root, ['name', 'phases']) : '');
  showState();
  mark();
}

/** Shows what also changes by typing. */
function showState() {
  const { isDirty } = draft;
  element('undo').disabled = !draft.canUndo;
  element('redo').disabled = !draft.canRedo;
  const isNew = draft.version == null;
  element('save').disabled = !isDirty && !isNew;
  setText(element('save'), word(isDirty || isNew ? 'save' : 'saved'));
  for (const trial of nodes.querySelectorAll('[data-do="tryHere"]')) setText(trial, word(isDirty || isNew ? 'saveAndTry' : 'tryHere'));
  document.title = `${element('title').value || word('edit')} – Cuebell`;
}

/** What the server says about a text; null if it doesn't answer. */
function tell(answer) {
  if (answer == null) return say(word('keptHere'));
  if (element('status').textContent === word('keptHere')) say('');
  report = answer;
  const strip = element('strip');
  if (answer.strip && strip.getAttribute('src') !== answer.strip) strip.src = answer.strip;
  strip.hidden = !strip.hasAttribute('src');
  return mark();
}

function mark() {
  if (!report) return;
  const { problems, warnings, total, copy } = report;
  const all = [...problems, ...(warnings ?? []).map((warning) => ({ ...warning, isWarning: true }))];
  const items = all.map((problem) => {
    const button = made('button', { type: 'button', lang: 'en', textContent: word('line', { n: problem.line, problem: problem.message }) });
    button.addEventListener('click', () => goTo(problem));
    return made('li', { className: problem.isWarning ? 'warning' : '' }, button);
  });
  for (const button of items) button.firstChild.className = button.className;
  element('problems').replaceChildren(...items);
  setText(element('verdict'), problems.length === 0 ? word('noProblems') : '');
  if (problems.length === 0) setText(element('total'), total == null ? word('open') : lengthText(total / 1e6));
  setText(element('note'), copy ? word('copyNote') : '');
  if (!isText) markRows(nodes, all);
}

/** Goes to the row or the line of a problem. */
function goTo({ path, line }) {
  const place = pathOf(path);
  const key = CSS.escape(path.split('.').at(-1));
  const row = isText ? null : nodes.querySelector(`li[data-path="${place}"]`);
  if (place && row) {
    if (!row.querySelector(`:scope > .row [data-key="${key}"]`)) [opened] = [place, show()];
    return focusOn(place, `[data-key="${key}"], .name, input`);
  }
  if (!isText && path === 'name') return element('title').focus();
  isText = true;
  show();
  const lines = typed.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  typed.focus();
  typed.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  const height = typed.scrollHeight / lines.length;
  typed.scrollTop = Math.max(0, (line - 4) * height);
  return undefined;
}

function focusOn(path, selector) {
  const row = nodes.querySelector(`li[data-path="${path}"]`);
  const parts = selector.split(', ').map((each) => row?.querySelector(`:scope > :is(.row, .panel) ${each}`));
  (parts.find(Boolean) ?? row?.querySelector('.more'))?.focus();
}

// MARK: Changes

/** Takes a new text that was typed in a field. */
function type(text, field) {
  draft.change(text, field);
  read();
  showState();
  checker.check(draft.version == null ? '' : draft.id, draft.text);
}

/** Takes a new text and shows it. */
function change(text) {
  draft.change(text);
  show();
  checker.check(draft.version == null ? '' : draft.id, draft.text);
}

function restore(step) {
  step();
  const focused = document.activeElement;
  const [path, key] = [focused?.closest('[data-path]')?.dataset.path, focused?.dataset?.key];
  show();
  if (path) focusOn(path, key ? `[data-key="${key}"]` : '.more');
  checker.check(draft.version == null ? '' : draft.id, draft.text);
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
  if (['sets', 'reps'].includes(key)) return value === '' ? null : /^\d{1,9}$/.test(value) ? String(Number(value)) : JSON.stringify(value);
  return value === '' && key !== 'name' ? null : JSON.stringify(value);
}

/** Whether a field shows a value, or `standard` where there is none; a field shows no line breaks. */
function holds(old, value, standard = '') {
  if (old == null) return value === standard;
  if (old.kind === 'string') return old.value.replace(/[\r\n]/g, '') === value;
  return draft.text.slice(old.start, old.end) === value;
}

function takeField(input, isDone) {
  if (isShowing || input.readOnly || input.selectedIndex < 0) return;
  const { key } = input.dataset;
  const item = input.closest('[data-path]');
  const path = item.dataset.path.split('.').map(Number);
  const node = nodeAt(root, path);
  const value = key === 'name' || key === 'notes' ? input.value : input.value.trim();
  const old = member(node, key);
  // Until the field is left, a length without digits is one that is being typed.
  if (key === 'duration' && value === '' && (!isDone || old == null)) return;
  if (holds(old, value, key === 'intensity' ? 'high' : '')) return;
  const isGroup = kindOf(node) === 'group';
  const order = isGroup ? groupKeys : phaseKeys;
  const raw = isGroup && value === '' ? null : valueOf(key, value, old);
  const text = key === 'duration' ? withLength(draft.text, path, raw, order) : withValue(draft.text, path, key, raw, order);
  if (key === 'intensity') input.parentElement.dataset.intensity = value;
  if (text !== draft.text) type(text, `${item.dataset.path} ${key}`);
}

/** Takes a change with the new path of its row, whose button keeps the focus. */
function take(result, selector) {
  if (!result) return;
  opened = result.path.join('.');
  change(result.text);
  focusOn(opened, selector);
}

const actions = {
  more: (path) => {
    const place = path.join('.');
    opened = opened === place ? null : place;
    show();
    focusOn(place, '.more');
  },
  moveUp: (path) => take(stepped(draft.text, path, -1), '[data-do="moveUp"]'),
  moveDown: (path) => take(stepped(draft.text, path, 1), '[data-do="moveDown"]'),
  copy: (path) => take(copied(draft.text, path), '.name'),
  delete: (path) => {
    const { text, comments } = deleted(draft.text, path);
    opened = null;
    change(text);
    say(comments > 0 ? counted('commentsGone', comments) : '');
    const items = [...nodes.querySelectorAll('li')];
    const next = items.find(({ dataset }) => dataset.path === path.join('.')) ?? items.at(-1);
    (next?.querySelector('.more') ?? document.querySelector('#parts > .adds button')).focus();
  },
  tryHere: (path) => tryFrom(path),
  addPhase: (path) => addTo(path, (last) => (last && ['high', undefined].includes(member(last, 'intensity')?.value)
    && kindOf(last) === 'phase' ? phaseText('rest', '10s') : phaseText('high', '20s'))),
  addGroup: (path) => addTo(path, () => `{ "sets": 3, "phases": [\n  ${phaseText('high', '20s')},\n  ${phaseText('rest', '10s')}\n] }`),
};

function addTo(path, textFor) {
  const siblings = childrenOf(listAt(root, path));
  const result = added(draft.text, path, textFor(siblings.at(-1)));
  opened = null;
  change(result.text);
  const place = result.path.join('.');
  focusOn(place, '.count, .name');
  nodes.querySelector(`li[data-path="${place}"]`)?.scrollIntoView({ block: 'nearest' });
  document.activeElement?.select?.();
}

/** Adds the phases of a workout's text, in place of those that nobody has touched. */
function addPhases(text) {
  const parts = childrenOf(listAt(parse(text), []));
  const isFresh = draft.version == null && !draft.canUndo;
  let next = isFresh ? withMember(draft.text, root, 'phases', '[]') : draft.text;
  for (const { start, end } of parts) next = added(next, [], text.slice(start, end)).text;
  change(next);
}

// MARK: Saving and trying

/** The ID of a new workout: its name in letters and digits. */
function idOf(name) {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 60) || 'workout';
}

/** Saves under the first free name. */
async function create(text) {
  const stem = idOf(element('title').value);
  for (let number = 1; ; number += 1) {
    try {
      return await saveText(number === 1 ? stem : `${stem}-${number}`, text, null);
    } catch (error) {
      if (error.status !== 409 || error.version == null || number >= mostNames) throw error;
    }
  }
}

async function save() {
  if (isSaving) return false;
  isSaving = true;
  const { text, id, version } = draft;
  element('save').disabled = true;
  try {
    const saved = version == null ? await create(text) : await saveText(id, text, version);
    draft.wasSaved(saved.id, text, saved.version);
    history.replaceState(null, '', `/edit/${encodeURIComponent(saved.id)}`);
    if (report) report.copy = false;
    ask(null);
    say('');
    mark();
    return true;
  } catch (error) {
    if (error.status === 409 && error.text != null) conflict(error);
    else if (error.status === 422) {
      report = { ...report, problems: error.problems };
      mark();
      say(word('problemsLeft'));
    } else say(error.status == null ? word('keptHere') : explanation(error));
    return false;
  } finally {
    isSaving = false;
    showState();
  }
}

/** The file has changed: shows both texts, and asks which to keep. */
function conflict({ text, version }) {
  const take_ = () => {
    draft.version = version;
    draft.saved = text;
    ask(null);
  };
  ask(asked(word('fileChanged'), [
    [word('keepMine'), () => (take_(), save())],
    [word('takeTheirs'), () => (take_(), change(text))],
  ], versions(draft.text, text)));
  element('ask').scrollIntoView({ block: 'nearest' });
}

/** The beginning of a node in the plan, in seconds. */
function startOf(path) {
  const place = path.map((index) => `phases[${index}]`).join('.');
  const [, start = 0] = Object.entries(report?.starts ?? {}).find(([each]) => each === place || each.startsWith(`${place}.`)) ?? [];
  return start / 1e9;
}

async function tryFrom(path, takeOver = false) {
  if ((draft.isDirty || draft.version == null) && !(await save())) return;
  try {
    // The sound of the trial before is this page's to take.
    const isOwn = tried != null && await request(tried, { do: 'stop' }, 'editor').then(() => true, () => false);
    const { name } = await post('/api/runs', { workout: draft.id, startAt: startOf(path), takeOver: takeOver || isOwn }, { signal: AbortSignal.timeout(20_000) });
    tried = name;
    ask(null);
    const stop = made('button', { type: 'button', textContent: word('stop') });
    stop.addEventListener('click', () => request(name, { do: 'stop' }, 'editor').then(() => say(''), (error) => say(explanation(error))));
    const link = made('a', { className: 'button', href: `/remote/${encodeURIComponent(name)}`, textContent: word('remote') });
    say(made('span', { textContent: word('tried', { name: element('title').value }) }), stop, link);
  } catch (error) {
    const holder = error.status === 409 && !takeOver
      ? (await get('/api/runs').catch(() => ({ runs: [] }))).runs.find(({ owner }) => owner) : null;
    if (holder) ask(asked(word('takeOverAsk', { name: holder.workout }), [[word('takeOver'), () => tryFrom(path, true)]]));
    else say(explanation(error));
  }
}

// MARK: Events

function listen() {
  nodes.addEventListener('input', ({ target }) => takeField(target, false));
  nodes.addEventListener('change', ({ target }) => takeField(target, true));
  element('parts').addEventListener('click', ({ target }) => {
    const button = target.closest('[data-do]');
    const path = button?.closest('[data-path]')?.dataset.path;
    if (button) actions[button.dataset.do]?.(path == null ? [] : path.split('.').map(Number));
  });
  element('title').addEventListener('input', ({ target }) => {
    if (target.readOnly || holds(member(root, 'name'), target.value)) return;
    type(withMember(draft.text, root, 'name', JSON.stringify(target.value), ['$schema', 'name']), 'title');
  });
  typed.addEventListener('input', () => type(withTyped(draft.text, typed.value), 'text'));
  element('as-text').addEventListener('click', () => {
    isText = !isText;
    show();
  });
  element('undo').addEventListener('click', () => restore(() => draft.undo()));
  element('redo').addEventListener('click', () => restore(() => draft.redo()));
  element('save').addEventListener('click', save);
  prepareQuick(element('quick'), { add: addPhases, say });
  dragRows(nodes, (path, group, index) => take(moved(draft.text, path, group, index), '.more'));
  addEventListener('keydown', keyDown);
}

function keyDown(event) {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const item = target.closest?.('[data-path]');
  const isCommand = (ctrlKey || metaKey) && !altKey;
  const letter = key.toLowerCase();
  const does = (action) => {
    event.preventDefault();
    action();
  };
  if (isCommand && letter === 's') does(() => element('save').disabled || save());
  else if (isCommand && letter === 'z') does(() => restore(() => (shiftKey ? draft.redo() : draft.undo())));
  else if (isCommand && letter === 'y') does(() => restore(() => draft.redo()));
  else if (item && altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    does(() => take(stepped(draft.text, item.dataset.path.split('.').map(Number), key === 'ArrowUp' ? -1 : 1), target.dataset.key ? `[data-key="${target.dataset.key}"]` : '.more'));
  } else if (item && key === 'Enter' && target.matches('input')) {
    const fields = [...nodes.querySelectorAll(`[data-key="${target.dataset.key}"]`)];
    does(() => (fields[fields.indexOf(target) + 1] ?? document.querySelector('#parts > .adds button')).focus());
  }
}

/** Offers what the browser has kept of an earlier visit. */
function offer(kept) {
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(kept.at);
  const end = (step) => {
    step();
    ask(null);
    begin();
  };
  ask(asked(word('draftFound', { time }), [
    [word('goOn'), () => end(() => draft.goOn(kept))],
    [word('discard'), () => end(() => draft.discard())],
  ]));
}

function begin() {
  element('work').hidden = false;
  show();
  checker.check(draft.version == null ? '' : draft.id, draft.text);
}

async function open() {
  await speak(own);
  try {
    if (!allows(await access(), 'control')) return say(word('noAccess'));
    const id = runOfAddress();
    const { text, version } = id == null ? { text: starter(), version: null } : await readText(id);
    if (text == null) return say(word('notText'));
    say('');
    draft = new Draft(id ?? '', text, version);
    listen();
    const { kept } = draft;
    return kept ? offer(kept) : begin();
  } catch (error) {
    if (error.status == null) setTimeout(open, retryTime);
    return say(error.status === 401 ? word('wrongKey') : explanation(error));
  }
}

open();
