/** Shows the text of the editor, and what the server says about it. */

import { listAt } from './editmoves.js';
import { nodes, page, say, typed } from './editpage.js';
import { aboutKeys, keptText, markRows, pathOf, showRows } from './editrows.js';
import { address, element, made, setText } from './elements.js';
import { member, parse } from './jsontext.js';
import { lengthText } from './text.js';
import { Checker } from './textfile.js';
import { word } from './words.js';

const checker = new Checker(tell);

/** Asks the server about the text. */
export const check = () => checker.check(page.draft.version == null ? '' : page.draft.id, page.draft.text);

export function read() {
  try {
    page.root = parse(page.draft.text);
  } catch {
    page.root = null;
  }
  if (page.root?.kind !== 'object') page.root = null;
  page.isText ||= page.root == null;
}

/** Shows the text again, after any change but typing. */
export function show() {
  read();
  element('parts').hidden = page.isText;
  typed.hidden = !page.isText;
  element('as-text').setAttribute('aria-pressed', String(page.isText));
  element('as-text').disabled = page.root == null;
  if (page.isText) typed.value = page.draft.text;
  page.isShowing = true;
  if (!page.isText) showRows(nodes, page.draft.text, listAt(page.root, []), page.opened, page.draft.isDirty);
  page.isShowing = false;
  const name = member(page.root, 'name');
  element('title').value = name?.kind === 'string' ? name.value : '';
  element('title').readOnly = page.root == null || (name != null && name.kind !== 'string');
  setText(element('kept'), page.root ? keptText(page.draft.text, page.root, aboutKeys) : '');
  element('about').hidden = page.isText || page.root == null;
  page.showAbout?.();
  showState();
  mark();
}

/** Shows what also changes by typing. */
export function showState() {
  const { isDirty } = page.draft;
  element('undo').disabled = !page.draft.canUndo;
  element('redo').disabled = !page.draft.canRedo;
  const isNew = page.draft.version == null;
  element('save').disabled = !isDirty && !isNew;
  setText(element('save'), word(isDirty || isNew ? 'save' : 'saved'));
  const trying = word(isDirty || isNew ? 'saveAndTry' : 'tryHere');
  for (const trial of nodes.querySelectorAll('[data-do="tryHere"]')) setText(trial, trying);
  document.title = `${element('title').value || word('edit')} – Cuebell`;
}

/** What the server says about a text; null if it doesn't answer. */
function tell(answer) {
  if (answer == null) return say(word('keptHere'));
  if (element('status').textContent === word('keptHere')) say('');
  page.report = answer;
  const strip = element('strip');
  const picture = answer.strip && address(answer.strip);
  if (picture && strip.getAttribute('src') !== picture) strip.src = picture;
  strip.hidden = !strip.hasAttribute('src');
  return mark();
}

export function mark() {
  if (!page.report) return;
  const { problems, warnings, total, range, copy } = page.report;
  const all = [...problems, ...(warnings ?? []).map((warning) => ({ ...warning, isWarning: true }))];
  const items = all.map((problem) => {
    const text = word('line', { n: problem.line, problem: problem.message });
    const button = made('button', { type: 'button', lang: 'en', textContent: text });
    button.addEventListener('click', () => goTo(problem));
    return made('li', { className: problem.isWarning ? 'warning' : '' }, button);
  });
  for (const button of items) button.firstChild.className = button.className;
  element('problems').replaceChildren(...items);
  setText(element('verdict'), problems.length === 0 ? word('noProblems') : '');
  const totals = (range ?? [total]).map((time) => (time == null ? word('open') : lengthText(time / 1e6)));
  if (problems.length === 0) setText(element('total'), totals.join('–'));
  setText(element('note'), copy ? word('copyNote') : '');
  if (!page.isText) markRows(nodes, all);
}

/** Goes to the row or the line of a problem. */
function goTo({ path, line }) {
  const place = pathOf(path);
  const key = CSS.escape(path.split('.').at(-1));
  const row = page.isText ? null : nodes.querySelector(`li[data-path="${place}"]`);
  if (place && row) {
    if (!row.querySelector(`:scope > .row [data-key="${key}"]`)) {
      page.opened = place;
      show();
    }
    return focusOn(place, `[data-key="${key}"], .name, input`);
  }
  if (!page.isText && path === 'name') return element('title').focus();
  page.isText = true;
  show();
  const lines = typed.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  typed.focus();
  typed.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  const height = typed.scrollHeight / lines.length;
  typed.scrollTop = Math.max(0, (line - 4) * height);
  return undefined;
}

export function focusOn(path, selector) {
  const row = nodes.querySelector(`li[data-path="${path}"]`);
  const parts = selector.split(', ').map((each) => row?.querySelector(`:scope > :is(.row, .panel) ${each}`));
  (parts.find(Boolean) ?? row?.querySelector('.more'))?.focus();
}
