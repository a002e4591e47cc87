/** The wall display of one run. */

import { allows, explanation, read, runOfAddress, validity } from './api.js';
import { Awake } from './awake.js';
import { clock, phaseView, show } from './display.js';
import { address, element, made } from './elements.js';
import { refit } from './fit.js';
import { Frames, Message } from './frames.js';
import { roundSums } from './groups.js';
import { commandOf, keyHelp, keyOf } from './keys.js';
import { RunModel } from './model.js';
import { statusText, titleOf } from './session.js';
import { bestSum, minutesText, passedText } from './text.js';
import { counted, own, speak, word } from './words.js';

/** How long the praise at the end stays, and what is known between workouts, in milliseconds. */
const [praiseTime, gymTime] = [20_000, 600_000];

const query = new URLSearchParams(location.search);
const options = {
  shows: new Set(query.get('show')?.split(',') ?? ['digits', 'set', 'next', 'total', 'bars']),
  countsUp: query.has('up'),
  offset: Number(query.get('offset')) || 0,
};

const page = element('page');
const model = new RunModel(runOfAddress(), 'view', follow);
const frames = new Frames(draw);
const awake = new Awake(element('video'), () => frames.request());
const message = new Message(frames);
/** What the wall knows beside the run: the gym's name, the week, the next timer. */
let gym = {};
let gymAt = -Infinity;
let strip = null;
/** The groups of the last phase in any. */
let lastGroups = [];
/** When what belongs to the end of the run was known; infinite until then. */
let knownAt = Infinity;

function follow(kind) {
  if (kind === 'state' || kind === 'ended' || kind === 'contact') prepare();
  frames.request();
}

/** Loads what belongs to the run, or to the time between runs. */
async function prepare() {
  const { run } = model;
  // Nothing is left of the run before.
  if (!run?.ending) [lastGroups, gym.rounds, gym.best, knownAt] = [[], null, null, Infinity];
  speak(run?.language ?? own).then(() => frames.request());
  const wanted = run && `/api/runs/${encodeURIComponent(run.name)}/strip.svg?${run.session ?? run.epoch}`;
  if (wanted && wanted !== strip && !run.ending) {
    strip = wanted;
    const image = element('strip').querySelector('img');
    image.hidden = true;
    image.onload = () => { image.hidden = false; };
    image.src = address(wanted);
  }
  if (!run || run.ending) await askGym();
}

async function askGym() {
  if (model.contactName !== 'live') return;
  gymAt = performance.now();
  const isOver = model.run?.ending != null;
  const session = model.run?.session;
  // The week, the next timer and the result are a command each.
  const answer = await read(`/api/wall?session=${session ?? ''}`).catch(() => gym);
  // Another workout may have begun while a busy server answered.
  if (model.run?.session !== session) return;
  gym = answer;
  if (isOver) knownAt = Math.min(knownAt, performance.now());
  frames.request();
}

/** The contents of the page at an instant, as a value. */
function view(reading) {
  const { run } = model;
  const status = [message.text || model.contactText, reading && !run.ending ? statusText(run, reading, passedText) : '']
    .filter(Boolean).join(' · ');
  const common = { contact: model.contactName, status, time: clock() };
  if (model.contactName === 'denied') {
    const title = word(model.contact.reason ? 'wrongKey' : 'noAccess');
    return { ...common, state: 'none', status: '', workout: dateText(), clock: clock(), title };
  }
  if (!reading) return { ...common, state: model.contactName === 'connecting' ? 'connecting' : 'none', ...idle() };
  const { state, phase, groups, share } = reading;
  if (groups.length > 0) lastGroups = groups;
  const over = run.ending?.outcome ?? (['finished', 'stopped', 'failed'].includes(state) ? state : null);
  if (over) {
    return { ...common, state, share, status: message.text || model.contactText, ...ending(run, reading, over) };
  }
  if (!phase) return { ...common, state, share, phase: titleOf(run) };
  const shown = phaseView(run, reading, options.countsUp);
  return { ...common, ...shown, status: [status, shown.sound].filter(Boolean).join(' · ') };
}

function idle() {
  if (performance.now() - gymAt > gymTime) askGym();
  const [title, hasCode] = [gym.title ?? '', gym.code === true];
  return { workout: dateText(), clock: clock(), title, planned: plannedText(), hasCode };
}

/** `Thursday, November 26`. */
function dateText() {
  const text = new Date().toLocaleDateString(document.documentElement.lang,
    { weekday: 'long', day: 'numeric', month: 'long' });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Next: Tabata, Fri 07:00`. */
function plannedText() {
  const { timer } = gym;
  if (!(timer?.at > Date.now())) return '';
  const [at, time] = [new Date(timer.at), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }];
  const isToday = at.toDateString() === new Date().toDateString();
  const when = at.toLocaleString(document.documentElement.lang, isToday ? time : { weekday: 'short', ...time });
  return word('nextPhase', { name: `${timer.name}, ${when}` });
}

/** The end of a workout: praise, then the clock. */
function ending(run, reading, over) {
  // A busy server may take long to find the best score.
  const since = performance.now() - Math.max(model.endedAt, model.contactName === 'live' ? knownAt : 0);
  if (run.ending && since > praiseTime) return { ...idle(), workout: statusText(run, reading, passedText), over };
  const { week } = gym;
  const sums = [
    [passedText(reading.elapsed), word('time')],
    ...roundSums(gym.rounds, lastGroups, over === 'finished'),
    bestSum(gym),
    week?.active > 3e10
      && [minutesText(week.active / 6e10), `${word('thisWeek')}, ${counted('sessionCount', week.sessions)}`],
  ].filter(Boolean);
  const endings = { finished: 'wellDone', stopped: 'stopped', interrupted: 'interrupted', takenOver: 'interrupted' };
  const praise = word(endings[over] ?? 'failed');
  return { over, workout: titleOf(run), praise, sums, share: null, digits: passedText(reading.elapsed) };
}

function draw() {
  const reading = model.reading(options.offset);
  element('awake').hidden = !awake.isDoubtful;
  return show(view(reading), model.run, reading, options.shows.has('next'));
}

async function act(fields) {
  if (!model.isInContact) return;
  try {
    await model.request(fields, 'Wall display');
    message.clear();
  } catch (error) {
    message.say(explanation(error), validity(error));
  }
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const key = keyOf(event);
  if (key === 'f') {
    event.preventDefault();
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => message.say(word('noFullScreen')));
    return;
  }
  if (!allows(model.link.access, 'control')) return;
  if (key === '?') return void (element('keys').open ? element('keys').close() : openKeys());
  const fields = commandOf(key, () => prompt(word('jumpTo')));
  if (!fields) return;
  event.preventDefault();
  act(fields);
});

function openKeys() {
  element('keys').querySelector('table').replaceChildren(...keyHelp.map(([keys, meaning]) => {
    const row = made('tr', {}, ...[keys, word(meaning)].map((text) => made('td', {}, text)));
    return row;
  }));
  element('keys').showModal();
}

function setUp() {
  const { shows } = options;
  for (const [part, ids] of Object.entries({
    digits: ['digits'], set: ['rounds', 'effort', 'notes', 'own'], next: ['next'], total: ['total'],
    bars: ['phase-bar', 'strip'],
  })) {
    if (!shows.has(part)) ids.forEach((id) => { element(id).hidden = true; });
  }
  element('line').hidden = !shows.has('next') && !shows.has('total');
  if (shows.has('cue')) [element('cue').hidden, element('workout').hidden] = [false, true];
  addEventListener('resize', () => refit(page));
  document.fonts.ready.then(() => refit(page));
  speak(own).then(() => frames.request());
  frames.request();
}

setUp();
