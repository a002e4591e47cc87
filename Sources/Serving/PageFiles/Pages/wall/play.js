/** A workout in one file with its sound: the wall, by the clock of the sound. */

import { Awake } from './awake.js';
import { clock, phaseView, show } from './display.js';
import { element, made } from './elements.js';
import { refit } from './fit.js';
import { Frames } from './frames.js';
import { roundSums } from './groups.js';
import { commandOf, keyOf } from './keys.js';
import { excess, reading, runOf, statusText } from './session.js';
import { clockText, nameText, passedText } from './text.js';
import { use, word } from './words.js';

/** The most phases that are told ahead, and within which time of a phase *back* leads to the one before. */
const [outlook, early] = [20, 2];
/** The size of a piece of the sound in characters, a multiple of four. */
const piece = 1 << 20;
const second = 1e9;

const { plan, words, type } = JSON.parse(element('plan').textContent);
const { total } = plan;
// In the file an open phase has its length, too; nobody is to know that of a surprise.
const phases = plan.phases.map((each) => {
  const length = each.phase.surprise ? null : each.end - each.start;
  return { ...each, phase: { ...each.phase, open: false, length } };
});
/** Whether times of the plan would tell when a phase ends, and whether the end of the workout would. */
const hidesTimes = phases.some(({ phase }) => phase.surprise);
const hidesEnd = hidesTimes && plan.shownTotal == null;
/** The groups of the last phase in any. */
const lastGroups = phases.findLast(({ groups }) => groups.length > 0)?.groups ?? [];
use(words);

const sound = new Audio();
const frames = new Frames(draw);
const awake = new Awake(element('video'), () => frames.request());
let hasBegun = false;
let failure = '';

/** The sound as it was encoded. */
function decoded() {
  const text = element('sound').textContent.trim();
  const pieces = [];
  for (let at = 0; at < text.length; at += piece) {
    pieces.push(Uint8Array.from(atob(text.slice(at, at + piece)), (character) => character.charCodeAt(0)));
  }
  element('sound').remove();
  return new Blob(pieces, { type });
}

// The time of a seek counts at once, and that of a sound that hasn't begun is 0.
const now = () => sound.currentTime * second;
/** Whether what is left up to an end would be shown as nothing. */
const isPast = (end, time) => time >= end - excess * 1e6;
const isOver = () => sound.ended || isPast(total, now());

function indexAt(time) {
  const index = phases.findIndex(({ end }) => !isPast(end, time));
  return index < 0 ? phases.length - 1 : index;
}

/** The run at an instant of the sound, as a server would report it. */
function runAt(time) {
  const index = indexAt(time);
  const { start, end, phase } = phases[index];
  const since = Math.max(0, time - start);
  const groups = phases[index].groups.map(({ left, passed, ...group }) => ({
    ...group, left: left == null ? null : left - since, ...(passed == null ? {} : { passed: passed + since }),
  }));
  return runOf({
    name: plan.name, workout: plan.name, language: words.language, epoch: 0, speed: 1, answers: true,
    values: {
      playback: isOver() ? 'completed' : sound.paused ? 'paused' : 'playing', phase, groups,
      place: {
        t: time, elapsed: time, position: time, remaining: hidesEnd ? null : Math.max(0, total - time),
        phaseStart: start,
        phaseEnd: phase.length == null ? null : end, rate: sound.paused ? 0 : 1,
      },
      ahead: phases.slice(index + 1, index + 1 + outlook).map((next) => ({ ...next.phase, groups: next.groups })),
    },
  });
}

function view(run, at) {
  const common = { contact: 'live', time: clock(), workout: plan.name };
  if (failure) return { ...common, state: 'none', title: failure };
  if (isOver()) {
    const sums = [[passedText(total / 1e6), word('time')], ...roundSums(null, lastGroups, true)];
    return { ...common, state: 'finished', over: 'finished', share: null, praise: word('wellDone'), sums };
  }
  return { ...common, ...phaseView(run, at), status: hasBegun ? statusText(run, at, passedText) : '' };
}

function draw() {
  const time = now();
  const run = runAt(time);
  const at = reading(run, time / 1e6);
  element('awake').hidden = !awake.isDoubtful || !hasBegun;
  element('begin').hidden = hasBegun || failure !== '';
  const isPlaying = !sound.paused && !isOver();
  const toggle = element('toggle');
  toggle.dataset.icon = isPlaying ? 'pause' : 'play';
  toggle.setAttribute('aria-label', word(isPlaying ? 'pause' : hasBegun ? 'resume' : 'start'));
  tell(indexAt(time));
  return show(view(run, at), run, at);
}

// Playing and seeking.

function play() {
  if (failure) return;
  hasBegun = true;
  if (isOver()) sound.currentTime = 0;
  sound.play().catch((error) => error.name === 'NotSupportedError' && fail());
}

const toggle = () => (sound.paused || isOver() ? play() : sound.pause());

function seek(time) {
  sound.currentTime = Math.min(Math.max(0, time / second), total / second);
  frames.request();
}

const goTo = (index) => seek(phases[Math.max(0, index)]?.start ?? total);

function back() {
  const index = indexAt(now());
  goTo(now() - phases[index].start < early * second && !isOver() ? index - 1 : index);
}

const next = () => goTo(indexAt(now()) + 1);

function fail() {
  failure = word('cannotPlay');
  frames.request();
}

const by = (seconds) => seek(now() + seconds * second);

function perform({ do: verb, by: change }) {
  const actions = {
    toggle, next, back, restartPhase: () => goTo(indexAt(now())), jump: () => by(parseFloat(change)),
    mute: () => { sound.muted = !sound.muted; },
  };
  actions[verb]?.();
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || element('phases').open) return;
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

// The lock screen.

let told = null;

/** Tells the system which phase it is. */
function tell(index) {
  const session = navigator.mediaSession;
  if (!session) return;
  session.playbackState = sound.paused ? (hasBegun ? 'paused' : 'none') : 'playing';
  if (told === index || !hasBegun) return;
  told = index;
  const chapterInfo = hidesTimes ? [] : phases.map(({ start, phase }) =>
    ({ title: nameText(phase), startTime: start / second }));
  const title = nameText(phases[index].phase);
  session.metadata = new MediaMetadata({ title, artist: plan.name, album: 'Cuebell', chapterInfo });
}

function tellPlace() {
  if (!(sound.duration > 0) || sound.duration === Infinity) return;
  navigator.mediaSession?.setPositionState?.({
    duration: sound.duration, position: Math.min(sound.currentTime, sound.duration), playbackRate: 1,
  });
}

function setUpSession() {
  const { mediaSession } = navigator;
  const handlers = {
    play, pause: () => sound.pause(), previoustrack: back, nexttrack: next,
    seekbackward: ({ seekOffset }) => by(-(seekOffset ?? 10)), seekforward: ({ seekOffset }) => by(seekOffset ?? 10),
    seekto: ({ seekTime }) => seek(seekTime * second),
  };
  for (const [action, handler] of Object.entries(handlers)) {
    // A browser throws where it doesn't know an action.
    try { mediaSession?.setActionHandler(action, handler); } catch { /* It has no such button. */ }
  }
}

// The controls.

function button(id, icon, label, action) {
  const one = made('button', { id, type: 'button' });
  one.dataset.icon = icon;
  one.setAttribute('aria-label', word(label));
  one.addEventListener('click', action);
  return one;
}

function chapterOf({ start, phase }, index) {
  const chip = made('i', 'chip');
  chip.dataset.intensity = phase.intensity;
  const set = phase.set == null || phase.sets === 1 ? '' : ` ${phase.set}${phase.sets == null ? '' : `/${phase.sets}`}`;
  const time = made('time', {}, hidesTimes ? '' : clockText(start / second));
  const name = made('span', {}, nameText(phase) + set);
  const row = made('button', { type: 'button', className: 'chapter' }, chip, name, time);
  row.addEventListener('click', () => {
    element('phases').close();
    goTo(index);
    play();
  });
  return made('li', {}, row);
}

function openChapters() {
  const list = element('phases').querySelector('ol');
  if (!list.hasChildNodes()) list.append(...phases.map(chapterOf));
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const current = list.children[indexAt(now())];
  current.setAttribute('aria-current', 'true');
  element('phases').showModal();
  current.scrollIntoView({ block: 'center' });
  current.firstElementChild.focus();
}

function setUp() {
  const controls = made('nav', { id: 'controls' }, button('go-back', 'back', 'back', back),
    button('toggle', 'play', 'start', toggle), button('go-next', 'next', 'next', next),
    button('chapters', 'list', 'phases', openChapters));
  const begin = made('section', { id: 'begin' }, made('h2', {}, plan.name), made('p', {}, plan.description),
    button('large', 'play', 'start', play), made('p', {}, hidesEnd ? '' : clockText(total / second)));
  const dialog = made('dialog', { id: 'phases' }, made('ol'));
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.body.append(controls, begin, dialog, sound);

  const image = element('strip').querySelector('img');
  [image.src, image.hidden] = [plan.strip, false];
  element('strip').addEventListener('pointerdown', (event) => {
    const { left, width } = element('strip').querySelector('.track').getBoundingClientRect();
    seek(((event.clientX - left) / width) * total);
  });

  for (const kind of ['play', 'pause', 'ended', 'seeking', 'seeked', 'playing', 'waiting']) {
    sound.addEventListener(kind, () => { tellPlace(); frames.request(); });
  }
  sound.addEventListener('timeupdate', () => frames.request());
  sound.addEventListener('error', fail);
  if (sound.canPlayType(type)) sound.src = URL.createObjectURL(decoded());
  else fail();
  setUpSession();
  addEventListener('resize', () => refit(element('page')));
  document.fonts.ready.then(() => refit(element('page')));
  frames.request();
}

setUp();
