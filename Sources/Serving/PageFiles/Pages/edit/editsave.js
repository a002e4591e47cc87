/** Saves the workout of the editor, and starts it from a phase. */

import { explanation, get, post, request } from './api.js';
import { asked, versions } from './editask.js';
import { change } from './editchange.js';
import { ask, page, say } from './editpage.js';
import { mark, showState } from './editview.js';
import { address, element, made } from './elements.js';
import { saveText } from './textfile.js';
import { word } from './words.js';

/** How many names are tried for a new workout. */
const mostNames = 50;

/** The run that was started to try the workout. */
let tried = null;
let isSaving = false;

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

/** Whether a run has been started from a workout: it goes on with what it has read. */
async function isRunning(id) {
  const { runs } = await get('/api/runs').catch(() => ({ runs: [] }));
  return runs.some(({ name }) => name === id || name.startsWith(`${id}-`));
}

/** Saves what isn't saved yet; whether the file has it now. */
export const saved = async () => (!page.draft.isDirty && page.draft.version != null) || save();

export async function save() {
  if (isSaving) return false;
  isSaving = true;
  const { text, id, version } = page.draft;
  element('save').disabled = true;
  try {
    const file = version == null ? await create(text) : await saveText(id, text, version);
    page.draft.wasSaved(file.id, text, file.version);
    history.replaceState(null, '', address(`/edit/${encodeURIComponent(file.id)}`));
    if (page.report) page.report.copy = false;
    ask(null);
    say(await isRunning(file.id) ? word('keepsOld') : '');
    mark();
    return true;
  } catch (error) {
    if (error.status === 409 && error.text != null) conflict(error);
    else if (error.status === 422) {
      page.report = { ...page.report, problems: error.problems };
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
    page.draft.version = version;
    page.draft.saved = text;
    ask(null);
  };
  ask(asked(word('fileChanged'), [
    [word('keepMine'), () => (take_(), save())],
    [word('takeTheirs'), () => (take_(), change(text))],
  ], versions(page.draft.text, text)));
  element('ask').scrollIntoView({ block: 'nearest' });
}

/** The beginning of a node in the plan, in seconds. */
function startOf(path) {
  const place = path.map((index) => `phases[${index}]`).join('.');
  const [, start = 0] = Object.entries(page.report?.starts ?? {})
    .find(([each]) => each === place || each.startsWith(`${place}.`)) ?? [];
  return start / 1e9;
}

export async function tryFrom(path, takeOver = false) {
  if (!await saved()) return;
  try {
    // The sound of the trial before is this page's to take.
    const isOwn = tried != null && await request(tried, { do: 'stop' }, 'editor').then(() => true, () => false);
    const fields = { workout: page.draft.id, startAt: startOf(path), takeOver: takeOver || isOwn };
    const { name } = await post('/api/runs', fields, { signal: AbortSignal.timeout(20_000) });
    tried = name;
    ask(null);
    const stop = made('button', { type: 'button', textContent: word('stop') });
    stop.addEventListener('click', () => request(name, { do: 'stop' }, 'editor')
      .then(() => say(''), (error) => say(explanation(error))));
    const href = `/remote/${encodeURIComponent(name)}`;
    const link = made('a', { className: 'button', href, textContent: word('remote') });
    say(made('span', {}, word('tried', { name: element('title').value })), stop, link);
  } catch (error) {
    const holder = error.status === 409 && !takeOver
      ? (await get('/api/runs').catch(() => ({ runs: [] }))).runs.find(({ owner }) => owner) : null;
    const answers = [[word('takeOver'), () => tryFrom(path, true)]];
    if (holder) ask(asked(word('takeOverAsk', { name: holder.workout }), answers));
    else say(explanation(error));
  }
}
