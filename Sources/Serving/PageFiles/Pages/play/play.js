/** A workout in one file with its sound: the wall, by the clock of the sound. */

import { clock, phaseView, show } from './display.js';
import { element } from './elements.js';
import { Frames } from './frames.js';
import { roundSums } from './groups.js';
import { excess, reading, runOf, statusText } from './session.js';
import { Stage } from './stage.js';
import { clockText, passedText } from './text.js';
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
  const isTimed = sound.duration > 0 && sound.duration < Infinity;
  stage.update({
    isPlaying: !sound.paused && !isOver(), hasBegun, isFailed: failure !== '', phase: phases[indexAt(time)].phase,
    place: isTimed && { duration: sound.duration, position: Math.min(sound.currentTime, sound.duration) },
  });
  return show(view(run, at), run, at);
}

// Playing and seeking.

function play() {
  if (failure) return;
  hasBegun = true;
  if (isOver()) sound.currentTime = 0;
  sound.play().catch((error) => error.name === 'NotSupportedError' && fail());
}

function seek(time) {
  sound.currentTime = Math.min(Math.max(0, time / second), total / second);
  frames.request();
}

const goTo = (index) => seek(phases[Math.max(0, index)]?.start ?? total);

function back() {
  const index = indexAt(now());
  goTo(now() - phases[index].start < early * second && !isOver() ? index - 1 : index);
}

const jump = ({ by, to }) => seek((to == null ? sound.currentTime + parseFloat(by) : parseFloat(to)) * second);

function fail() {
  failure = word('cannotPlay');
  frames.request();
}

function perform(fields) {
  const actions = {
    toggle: () => (sound.paused || isOver() ? play() : sound.pause()), resume: play, pause: () => sound.pause(),
    next: () => goTo(indexAt(now()) + 1), back, restartPhase: () => goTo(indexAt(now())), jump,
    mute: () => { sound.muted = !sound.muted; },
  };
  actions[fields.do]?.(fields);
}

const chapters = () => phases.map(({ start, phase }, index) => ({
  phase, position: start / second, time: hidesTimes ? '' : clockText(start / second),
  isCurrent: index === indexAt(now()),
}));

const stage = new Stage({
  name: plan.name, description: plan.description, about: hidesEnd ? '' : clockText(total / second), perform, chapters,
  redraw: () => frames.request(),
});
document.body.append(sound);
Object.assign(element('strip').querySelector('img'), { src: plan.strip, hidden: false });
element('strip').addEventListener('pointerdown', (event) => {
  const { left, width } = element('strip').querySelector('.track').getBoundingClientRect();
  seek(((event.clientX - left) / width) * total);
});
for (const kind of ['play', 'pause', 'ended', 'seeking', 'seeked', 'playing', 'waiting', 'timeupdate']) {
  sound.addEventListener(kind, () => frames.request());
}
sound.addEventListener('error', fail);
if (sound.canPlayType(type)) sound.src = URL.createObjectURL(decoded());
else fail();
frames.request();
