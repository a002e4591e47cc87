/** The wall display of a run. */

import { allows, accessAdvice, explanation, request, runOfAddress } from './api.js';
import { Awake } from './awake.js';
import { fit, refit } from './fit.js';
import { Frames, Message, setAttribute, setText } from './frames.js';
import { commandOf, keyHelp } from './keys.js';
import { RunModel } from './model.js';
import { statusText } from './session.js';
import { leftText, mainText, nextText, ownText, passedText, setText as setsText, untilNextSecond } from './text.js';

/** The step of the bars in milliseconds. */
const barStep = 250;
/** The digits pulse then. */
const lastSeconds = 3;

const query = new URLSearchParams(location.search);
const options = {
  shows: new Set(query.get('show')?.split(',') ?? ['digits', 'set', 'next', 'total', 'bars']),
  countsUp: query.has('up'),
  offset: Number(query.get('offset')) || 0,
};

const element = (id) => document.getElementById(id);
const page = element('page');
const model = new RunModel(runOfAddress(), 'view', () => frames.request());
const frames = new Frames(draw);
const awake = new Awake(element('video'), () => frames.request());
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const message = new Message(frames);

/** The contents of the page at an instant, as a value. */
function view(reading) {
  const { run } = model;
  const status = [message.text || model.contactText, reading ? statusText(run, reading, passedText) : ''].filter(Boolean);
  const common = { contact: model.contactName, status: status.join(' · '), isBusy: status.length > 0 };
  if (model.contactName === 'denied') {
    const reason = model.contact.reason || accessAdvice;
    return { ...common, state: 'none', status: reason, isBusy: true, digits: '' };
  }
  if (!reading) {
    const state = model.contactName === 'connecting' ? 'connecting' : 'none';
    const clock = new Date().toTimeString().slice(0, 5);
    return { ...common, state, digits: '', clock, workout: 'No workout is running' };
  }
  const { state, next, passed, left, limitLeft, remaining, elapsed, share } = reading;
  const isOver = run.ending != null || ['finished', 'stopped', 'failed'].includes(state);
  if (isOver) return { ...common, share, state, isOver, phase: run.workout, digits: passedText(elapsed) };
  const { phase } = reading;
  if (!phase) return { ...common, share, state, phase: run.workout, digits: '' };
  const hasLimit = limitLeft != null;
  const countsUp = !hasLimit && (phase.open || options.countsUp || left == null);
  return {
    ...common, share, state,
    phase: phase.name,
    workout: run.workout,
    intensity: phase.intensity,
    isOpen: phase.open,
    digits: countsUp ? passedText(passed) : mainText(reading),
    longest: left == null ? '10:00' : leftText(phase.end - phase.start),
    set: setsText(reading),
    // The time that the digits don't show.
    left: reading.hasOwnTime ? ownText(reading) : countsUp && left != null ? `${leftText(left)} to go` : '',
    next: nextText(next, reading.isLast),
    total: remaining == null ? 'open end' : `${leftText(remaining)} left`,
    phaseShare: left == null ? null : passed / (passed + left),
    cue: run.values.lastCue?.say,
    // Whether the digits pulse.
    pulses: state === 'running' && !countsUp && (limitLeft ?? left) > 0 && (limitLeft ?? left) <= lastSeconds * 1000,
  };
}

/** How long the view is valid, in milliseconds; null for ever. */
function rest(reading) {
  if (!reading) return 60_000 - (Date.now() % 60_000);
  if (model.run.ending) return model.endingLeft;
  if (!model.run.course.anchor.isRunning) return null;
  return Math.min(barStep, untilNextSecond(reading) / model.run.speed);
}

function draw() {
  const reading = model.reading(options.offset);
  const shown = view(reading);
  const wasDigits = page.dataset.digits;
  const { state, contact, intensity, digits, isOpen: open, isBusy: busy, isOver: over } = shown;
  const data = { state, contact, intensity, digits, open, busy, over, phase: intensity == null ? null : shown.phase };
  for (const [name, value] of Object.entries(data)) setAttribute(page, `data-${name}`, value);
  setAttribute(document.body, 'data-intensity', intensity);
  for (const id of ['digits', 'clock', 'intensity', 'total', 'left']) setText(element(id), shown[id] ?? '');
  // Neighbouring texts take space.
  const space = [shown.total, shown.left].map((text) => text?.length).join();
  for (const id of ['status', 'phase', 'workout', 'cue', 'set', 'next']) fit(element(id), shown[id] ?? '', space);
  const count = Math.max(shown.longest?.length ?? 0, shown.digits.length, 4);
  element('digits').style.setProperty('--count', count);
  bar(element('phase-bar'), shown.phaseShare);
  bar(element('total-bar'), shown.share);
  element('awake').hidden = !awake.isDoubtful;
  if (shown.pulses && shown.digits !== wasDigits && !calm.matches) {
    element('digits').animate([{ transform: 'scale(1.06)' }, { transform: 'none' }], { duration: 500, easing: 'ease-out' });
  }
  document.title = digits ? `${digits} ${shown.phase}` : 'Cuebell';
  return rest(reading);
}

function bar(track, share) {
  const value = Math.min(1, Math.max(0, share ?? 0));
  track.firstElementChild.style.transform = `scaleX(${value})`;
  track.setAttribute('aria-valuenow', Math.round(value * 100));
}

async function act(fields) {
  if (!model.isInContact) return;
  try {
    await request(model.run.name, fields, 'Wall display');
  } catch (error) {
    message.say(explanation(error));
  }
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'f') {
    event.preventDefault();
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => message.say('this browser has no full-screen mode'));
    return;
  }
  if (!allows(model.link.access, 'control')) return;
  if (event.key === '?') return void (element('keys').open ? element('keys').close() : element('keys').showModal());
  const fields = commandOf(event.key, () => prompt('Jump to a set (3) or a time (3:20):'));
  if (!fields) return;
  event.preventDefault();
  act(fields);
});

function setUp() {
  const { shows } = options;
  document.body.classList.toggle('light', query.has('light'));
  for (const [part, ids] of Object.entries({
    digits: ['digits'], set: ['set'], next: ['next'], total: ['total'], bars: ['phase-bar', 'total-bar'],
  })) {
    if (!shows.has(part)) ids.forEach((id) => { element(id).hidden = true; });
  }
  if (shows.has('cue')) [element('cue').hidden, element('workout').hidden] = [false, true];
  element('keys').querySelector('table').append(...keyHelp.map(([keys, meaning]) => {
    const row = document.createElement('tr');
    row.append(...[keys, meaning].map((text) => Object.assign(document.createElement('td'), { textContent: text })));
    return row;
  }));
  addEventListener('resize', () => refit(page));
  frames.request();
}

setUp();
