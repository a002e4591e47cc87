/** The wall display: one run, to be read from afar. */

import { allows, accessAdvice, explanation, request, runOfAddress } from './api.js';
import { Awake } from './awake.js';
import { fit, refit } from './fit.js';
import { Frames, setAttribute, setText } from './frames.js';
import { commandOf, keyHelp } from './keys.js';
import { RunModel } from './model.js';
import { statusText } from './session.js';
import { clockText, leftText, lengthText, passedText, setText as setsText, untilNextLeft, untilNextPassed } from './text.js';

/** Bars move in steps of this, and glide between them. */
const barStep = 250;
/** The digits pulse when no more is left, in seconds. */
const lastSeconds = 3;
/** How long a message stays. */
const messageTime = 6_000;

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
let message = { text: '', until: 0 };

/** What the page says at an instant, as a value. */
function view(reading, later) {
  const { run } = model;
  const words = message.until > performance.now() ? message.text : '';
  const status = [words || model.contactText, reading ? statusText(run, reading, passedText) : ''].filter(Boolean);
  const common = { contact: model.contactName, status: status.join(' · '), isBusy: status.length > 0, cue: '' };
  if (model.contactName === 'denied') {
    const reason = model.contact.reason || accessAdvice;
    return { ...common, state: 'none', status: reason, isBusy: true, digits: '', clock: '' };
  }
  if (!reading) {
    const state = model.contactName === 'connecting' ? 'connecting' : 'none';
    const clock = new Date(Date.now() + later).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
    return { ...common, state, digits: '', clock: state === 'none' ? clock : '', workout: 'No workout runs' };
  }
  const { state, phase, next, passed, left } = reading;
  const isOver = run.ending != null || ['finished', 'stopped', 'failed'].includes(state);
  const ups = phase && (phase.open || options.countsUp || left == null);
  return {
    ...common, state,
    name: phase && !isOver ? phase.name : run.workout,
    workout: phase && !isOver ? run.workout : '',
    intensity: isOver ? null : phase?.intensity,
    isOpen: Boolean(phase?.open) && !isOver,
    digits: !phase || isOver ? '' : ups ? passedText(passed) : leftText(left),
    longest: !phase ? '' : ups && left == null ? '10:00' : clockText(Math.ceil((phase.end - phase.start) / 1000)),
    set: phase && !isOver ? setsText(phase) : '',
    // Where the digits count up to an end, the time to it.
    left: phase && !isOver && ups && left != null ? `${leftText(left)} left` : '',
    next: !phase || isOver ? '' : nextText(next, reading.isLast),
    total: isOver || !phase ? '' : reading.remaining == null ? 'open end' : `${leftText(reading.remaining)} left`,
    phaseShare: phase?.end == null || isOver ? null : passed / (phase.end - phase.start),
    share: reading.remaining == null ? null : reading.elapsed / (reading.elapsed + reading.remaining),
    cue: run.values.lastCue?.say ?? '',
    // Whether the digits pulse: in the last seconds of a phase that is on.
    pulses: state === 'running' && !ups && Math.ceil(left / 1000) <= lastSeconds && left > 0,
  };
}

function nextText(next, isLast) {
  if (!next) return isLast ? 'Next: the end' : '';
  return `Next: ${next.name} ${next.length == null || next.open ? 'until done' : lengthText(next.length / 1e6)}`;
}

/** How long what is shown stays true. */
function rest(reading) {
  if (message.until > performance.now()) return Math.min(barStep, message.until - performance.now());
  if (!reading) return 60_000 - (Date.now() % 60_000);
  if (!model.run.course.anchor.isRunning || model.run.ending) return 1_000;
  const { passed, left, remaining } = reading;
  const times = [untilNextPassed(passed), left == null ? null : untilNextLeft(left), remaining && untilNextLeft(remaining)];
  return Math.min(barStep, ...times.filter((time) => time != null).map((time) => time / model.run.speed));
}

function draw() {
  const reading = model.reading(options.offset);
  const shown = view(reading, options.offset);
  const wasDigits = page.dataset.digits;
  setAttribute(page, 'data-state', shown.state);
  setAttribute(page, 'data-contact', shown.contact);
  setAttribute(page, 'data-phase', shown.intensity == null ? null : shown.name);
  setAttribute(page, 'data-intensity', shown.intensity);
  setAttribute(document.body, 'data-intensity', shown.intensity);
  setAttribute(page, 'data-open', shown.isOpen);
  setAttribute(page, 'data-busy', shown.isBusy);
  setAttribute(page, 'data-digits', shown.digits);
  setText(element('digits'), shown.digits);
  setText(element('clock'), shown.clock ?? '');
  setText(element('status'), shown.status);
  setText(element('intensity'), shown.intensity ?? '');
  for (const [id, text] of [['phase', shown.name], ['workout', shown.workout], ['cue', shown.cue], ['set', shown.set], ['next', shown.next]]) {
    fit(element(id), text ?? '');
  }
  setText(element('total'), shown.total ?? '');
  setText(element('left'), shown.left ?? '');
  // As wide as the longest time that comes, so that the digits keep their size.
  const count = Math.max(shown.longest?.length ?? 0, shown.digits.length, 4);
  element('digits').style.setProperty('--count', count);
  bar(element('phase-bar'), shown.phaseShare);
  bar(element('total-bar'), shown.share);
  setAttribute(page, 'data-quiet', awake.isDoubtful);
  element('awake').hidden = !awake.isDoubtful;
  if (shown.pulses && shown.digits !== wasDigits && !calm.matches) {
    element('digits').animate([{ transform: 'scale(1.06)' }, { transform: 'none' }], { duration: 500, easing: 'ease-out' });
  }
  document.title = shown.digits ? `${shown.digits} ${shown.name}` : 'Cuebell';
  return rest(reading);
}

function bar(track, share) {
  const fill = track.firstElementChild;
  const value = Math.min(1, Math.max(0, share ?? 0));
  const before = Number(track.dataset.share ?? 0);
  if (before === value) return;
  // It glides on, and jumps where the phase does.
  fill.style.transition = value > before && value - before < 0.2 && !calm.matches ? `transform ${barStep}ms linear` : 'none';
  fill.style.transform = `scaleX(${value})`;
  track.dataset.share = value;
  track.setAttribute('aria-valuenow', Math.round(value * 100));
}

/** Says something for a moment. */
function say(text) {
  message = { text, until: performance.now() + messageTime };
  frames.request();
}

async function act(fields) {
  if (!model.isInContact) return;
  try {
    await request(model.run.name, fields, 'Wall display');
  } catch (error) {
    say(explanation(error));
  }
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'f') {
    event.preventDefault();
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => say('this browser has no full screen'));
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
    digits: ['digits'], set: ['set'], next: ['next'], total: ['total', 'total-bar'], bars: ['phase-bar', 'total-bar'],
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
