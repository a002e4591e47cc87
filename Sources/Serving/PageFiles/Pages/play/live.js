/** A workout in one file that is played here: the wall and its buttons, with the engine and the sounds in the file. */

import { Awake } from './awake.js';
import { Clips } from './clips.js';
import { clock, phaseView, show } from './display.js';
import { element, made } from './elements.js';
import { Engine } from './engine.js';
import { refit } from './fit.js';
import { Frames } from './frames.js';
import { roundSums } from './groups.js';
import { commandOf, keyOf } from './keys.js';
import { blocksOf, workoutLength } from './plan.js';
import { Player } from './player.js';
import { reading, statusText } from './session.js';
import { aheadLength, nameText, passedText } from './text.js';
import { named, use, word } from './words.js';

const file = JSON.parse(element('plan').textContent);
const frames = new Frames(draw);
const awake = new Awake(element('video'), () => frames.request());
let player = null;
let failure = '';
/** The groups of the last phase in any. */
let lastGroups = [];

const bytesOf = (text) => Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));

// What is shown.

function view(run, at) {
  const common = { contact: 'live', time: clock(), workout: run?.workout };
  if (failure) return { ...common, state: 'none', title: failure };
  if (run.ending) {
    const sums = [[passedText(at.elapsed), word('time')], ...roundSums(run.rounds, lastGroups, true)];
    const isWhole = run.ending.outcome === 'finished';
    const praise = isWhole ? word('wellDone') : '';
    return { ...common, state: 'finished', over: run.ending.outcome, share: null, praise, sums };
  }
  if (!at.phase) return { ...common, state: 'none' };
  return { ...common, ...phaseView(run, at), status: player.hasBegun ? statusText(run, at, passedText) : '' };
}

function draw() {
  if (!player) return null;
  const { run } = player;
  const at = reading(run, player.now);
  if (at.groups.length > 0) lastGroups = at.groups;
  const isWaiting = !player.hasBegun && !failure;
  element('awake').hidden = !awake.isDoubtful || isWaiting;
  element('begin').hidden = !isWaiting;
  const isPlaying = ['running', 'lead-in'].includes(at.state) && !isWaiting;
  const labels = { toggle: isPlaying ? 'pause' : player.hasBegun ? 'resume' : 'start' };
  labels['go-next'] = at.phase?.open ? 'done' : 'next';
  for (const [id, label] of Object.entries(labels)) {
    if (element(id).ariaLabel !== word(label)) element(id).ariaLabel = word(label);
  }
  element('toggle').dataset.icon = isPlaying ? 'pause' : 'play';
  element('go-next').dataset.icon = at.phase?.open ? 'done' : 'next';
  tell(at, isPlaying);
  const rest = show(view(run, at), run, at);
  return isPlaying ? rest : null;
}

let told = '';

/** Tells the system which phase it is, for its lock screen. */
function tell({ phase, state }, isPlaying) {
  const session = navigator.mediaSession;
  if (!session) return;
  session.playbackState = isPlaying ? 'playing' : state === 'paused' ? 'paused' : 'none';
  const title = phase ? nameText(phase) : player.page.name;
  if (told === title || !player.hasBegun) return;
  told = title;
  session.metadata = new MediaMetadata({ title, artist: player.page.name, album: 'Cuebell' });
}

// What a user does.

async function perform(fields) {
  if (!player || failure) return;
  try {
    await player.request(fields);
  } catch (error) {
    failure = word('cannotPlay');
    throw error;
  } finally {
    frames.request();
  }
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || element('phases')?.open) return;
  const key = keyOf(event);
  if (key === 'f') {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
    return;
  }
  // A button that has the focus is pressed by these keys.
  if ([' ', 'Enter'].includes(key) && event.target.closest('button')) return;
  const fields = commandOf(key, () => null);
  if (!fields) return;
  event.preventDefault();
  perform(fields);
});

function setUpSession() {
  const handlers = {
    play: { do: 'resume' }, pause: { do: 'pause' }, previoustrack: { do: 'back' }, nexttrack: { do: 'next' },
    seekbackward: { do: 'jump', by: '-10s' }, seekforward: { do: 'jump', by: '10s' },
  };
  for (const [action, fields] of Object.entries(handlers)) {
    // A browser throws where it doesn't know an action.
    try {
      navigator.mediaSession?.setActionHandler(action, () => perform(fields));
    } catch { /* It has no such button. */ }
  }
}

// The controls.

function button(id, icon, label, action) {
  const one = made('button', { id, type: 'button', ariaLabel: word(label) });
  if (icon) one.dataset.icon = icon;
  one.addEventListener('click', action);
  return one;
}

function chapterOf(phase) {
  const chip = made('i', 'chip');
  chip.dataset.intensity = phase.intensity;
  const set = phase.set == null || phase.sets === 1 ? '' : ` ${phase.set}${phase.sets == null ? '' : `/${phase.sets}`}`;
  const row = made('button', { type: 'button', className: 'chapter', disabled: phase.position == null },
    chip, made('span', {}, nameText(named(phase)) + set), made('time', {}, aheadLength(phase)));
  row.addEventListener('click', () => {
    element('phases').close();
    perform({ do: 'jump', to: `${phase.position / 1e9}s` });
  });
  return made('li', {}, row);
}

/** What comes: a phase whose place is known can be reached by a press. */
function openChapters() {
  element('phases').querySelector('ol').replaceChildren(...(player.run.values.ahead ?? []).map(chapterOf));
  element('phases').showModal();
}

function setUp() {
  const { page } = player;
  const press = (fields) => () => perform(fields);
  const controls = made('nav', { id: 'controls' }, button('go-back', 'back', 'back', press({ do: 'back' })),
    button('toggle', 'play', 'start', press({ do: 'toggle' })),
    button('go-next', 'next', 'next', press({ do: 'next' })),
    button('longer', '', 'keyLength', press({ do: 'extend', by: '15s' })),
    button('chapters', 'list', 'phases', openChapters));
  const state = player.isRestored ? word('pausedRestored') : workoutLength(page);
  const begin = made('section', { id: 'begin' }, made('h2', {}, page.name), blocksOf(page.strip),
    made('p', {}, page.description),
    button('large', 'play', player.isRestored ? 'resume' : 'start', press({ do: 'toggle' })), made('p', {}, state));
  const dialog = made('dialog', { id: 'phases' }, made('ol'));
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.body.append(controls, begin, dialog);
  element('longer').textContent = '+15 s';
  element('strip').querySelector('.track').prepend(blocksOf(page.strip));
  setUpSession();
  addEventListener('resize', () => refit(element('page')));
  document.fonts.ready.then(() => refit(element('page')));
  frames.request();
}

async function open() {
  use(file.words);
  const clips = document.querySelectorAll('script.clip');
  const bytes = (index) => bytesOf(clips[index].textContent);
  const engine = await Engine.load(bytesOf(element('engine').textContent));
  element('engine').remove();
  player = new Player(engine, file.text, (context) => new Clips(context, file, bytes), () => frames.request());
  setUp();
}

open();
