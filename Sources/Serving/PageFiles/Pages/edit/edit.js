/** The page that edits a workout: its text, phase by phase or as it is. */

import { runOfAddress } from './api.js';
import { Draft } from './draft.js';
import { asked } from './editask.js';
import { actions, addPhases, holds, restore, starter, take, takeField, type } from './editchange.js';
import { moved, stepped } from './editmoves.js';
import { ask, nodes, page, say, typed } from './editpage.js';
import { save, saved, tryFrom } from './editsave.js';
import { check, show } from './editview.js';
import { element } from './elements.js';
import { enter } from './hand.js';
import { member, withMember, withTyped } from './jsontext.js';
import { readText } from './textfile.js';
import { word } from './words.js';

function listen() {
  const all = { ...actions, tryHere: (path) => tryFrom(path) };
  nodes.addEventListener('input', ({ target }) => takeField(target, false));
  nodes.addEventListener('change', ({ target }) => takeField(target, true));
  element('parts').addEventListener('click', ({ target }) => {
    const button = target.closest('[data-do]');
    const path = button?.closest('[data-path]')?.dataset.path;
    if (button) all[button.dataset.do]?.(path == null ? [] : path.split('.').map(Number));
  });
  element('title').addEventListener('input', ({ target }) => {
    if (target.readOnly || holds(member(page.root, 'name'), target.value)) return;
    type(withMember(page.draft.text, page.root, 'name', JSON.stringify(target.value), ['$schema', 'name']), 'title');
  });
  typed.addEventListener('input', () => type(withTyped(page.draft.text, typed.value), 'text'));
  element('as-text').addEventListener('click', () => {
    page.isText = !page.isText;
    show();
  });
  element('undo').addEventListener('click', () => restore(() => page.draft.undo()));
  element('redo').addEventListener('click', () => restore(() => page.draft.redo()));
  element('save').addEventListener('click', save);
  element('about').addEventListener('toggle', async () => {
    ({ showAbout: page.showAbout } = await import('./editabout.js'));
    page.showAbout();
  });
  element('start').addEventListener('click', startWhole);
  element('sharing').addEventListener('click', async () => {
    if (!await saved()) return;
    const { share } = await import('./share.js');
    share(element('share'), `/api/workouts/${encodeURIComponent(page.draft.id)}/share`, word('shareHow'));
  });
  import('./quick.js').then(({ prepareQuick }) => prepareQuick(element('quick'), { add: addPhases, say }));
  import('./drag.js').then(({ dragRows }) =>
    dragRows(nodes, (path, group, index) => take(moved(page.draft.text, path, group, index), '.more')));
  addEventListener('keydown', keyDown);
}

/** Saves what isn't saved yet, and starts it. */
async function startWhole() {
  if (!await saved()) return;
  const { question, start } = await import('./start.js');
  start({ workout: page.draft.id }, (text, action) => ask(question(text, word('takeOver'), action)), say);
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
  else if (isCommand && letter === 'z') does(() => restore(() => (shiftKey ? page.draft.redo() : page.draft.undo())));
  else if (isCommand && letter === 'y') does(() => restore(() => page.draft.redo()));
  else if (item && altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    does(() => take(stepped(page.draft.text, item.dataset.path.split('.').map(Number), key === 'ArrowUp' ? -1 : 1),
      target.dataset.key ? `[data-key="${target.dataset.key}"]` : '.more'));
  } else if (item && key === 'Enter' && target.matches('input')) {
    const fields = [...nodes.querySelectorAll(`[data-key="${target.dataset.key}"]`)];
    does(() => (fields[fields.indexOf(target) + 1] ?? document.querySelector('#parts > .adds button')).focus());
  }
}

/** Offers what the browser has kept of an earlier visit. */
function offer(kept) {
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })
    .format(kept.at);
  const end = (step) => {
    step();
    ask(null);
    begin();
  };
  ask(asked(word('draftFound', { time }), [
    [word('goOn'), () => end(() => page.draft.goOn(kept))],
    [word('discard'), () => end(() => page.draft.discard())],
  ]));
}

function begin() {
  element('work').hidden = false;
  show();
  check();
  if (location.hash === '#about') element('about').open = true;
}

enter(async () => {
  const id = runOfAddress();
  const { text, version } = id == null ? { text: starter(), version: null } : await readText(id);
  if (text == null) return word('notText');
  page.draft = new Draft(id ?? '', text, version);
  listen();
  const { kept } = page.draft;
  if (kept) offer(kept);
  else begin();
  return '';
});
