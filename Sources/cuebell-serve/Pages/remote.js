/** The remote control, for one hand. */

import { accessAdvice, explanation, post, request, runOfAddress } from './api.js';
import { Frames, Message, setAttribute, setText } from './frames.js';
import { RunModel } from './model.js';
import { statusText } from './session.js';
import {
  gainText, leftText, mainText, nextText, ownText, passedText, setText as setsText, untilNextSecond,
} from './text.js';

/** How long the stop button must be held. */
const holdTime = 1_000;
const gainStep = 3;

const element = (id) => document.getElementById(id);
const page = element('page');
const buttons = new Map([...document.querySelectorAll('button[data-do]')].map((button) => [button.dataset.do, button]));
const model = new RunModel(runOfAddress(), 'control', (kind) => {
  // The expected change, or another one, has happened.
  if (kind === 'change' || kind === 'state') expected = {};
  frames.request();
});
const frames = new Frames(draw);
const message = new Message(frames);
/** The changes that a press will make. */
let expected = {};

/** The request of each button, and the changes to expect. */
const presses = {
  toggle: (reading) => ({ fields: { do: 'toggle' }, expected: { isPaused: reading.state !== 'paused' } }),
  next: () => ({ fields: { do: 'next' } }),
  back: () => ({ fields: { do: 'back' } }),
  undo: () => ({ fields: { do: 'undo' } }),
  extend: () => ({ fields: { do: 'extend', by: '15s' } }),
  quieter: () => gain(-gainStep),
  louder: () => gain(gainStep),
  mute: () => ({ fields: { do: 'mute' }, expected: { isMuted: !model.run.values.muted } }),
  stop: () => ({ fields: { do: 'stop' } }),
};

function gain(by) {
  const volume = Math.min(12, Math.max(-60, (expected.volume ?? model.run.values.volume) + by));
  return { fields: { do: 'volume', by }, expected: { volume } };
}

async function press(name) {
  const reading = model.reading();
  if (!model.isInContact || !reading) return;
  const { fields, expected: change } = presses[name](reading);
  const button = buttons.get(name);
  button.dataset.pressed = '';
  expected = { ...expected, ...change };
  frames.request();
  try {
    await request(model.run.name, fields, 'Phone');
  } catch (error) {
    expected = {};
    message.say(explanation(error));
  }
  delete button.dataset.pressed;
  frames.request();
}

async function resume() {
  const { session } = model.run?.ending ?? {};
  if (session == null) return;
  try {
    const { name } = await post('/api/runs', { resume: session });
    location.href = `/remote/${encodeURIComponent(name)}`;
  } catch (error) {
    message.say(explanation(error));
  }
}

function draw() {
  const reading = model.reading();
  const { run, contactName, isInContact } = model;
  const phase = run?.ending ? null : reading?.phase;
  const isMuted = expected.isMuted ?? run?.values.muted;
  const data = { contact: contactName, state: reading?.state ?? 'none', intensity: phase?.intensity };
  for (const [name, value] of Object.entries(data)) setAttribute(page, `data-${name}`, value);
  const texts = {
    status: message.text || model.contactText || stateText(reading),
    workout: phase ? run.workout : '',
    phase: phase?.name ?? run?.workout ?? '',
    ...(phase ? phaseTexts(reading) : { digits: '', next: '', times: '' }),
    volume: run ? gainText(isMuted ? -60 : expected.volume ?? run.values.volume) : '',
  };
  for (const [id, text] of Object.entries(texts)) setText(element(id), text);
  const isPaused = expected.isPaused ?? reading?.state === 'paused';
  setText(buttons.get('toggle'), isPaused ? 'Resume' : 'Pause');
  setText(buttons.get('next'), phase?.open ? 'Done' : 'Next');
  setText(buttons.get('mute'), isMuted ? 'Unmute' : 'Mute');
  const canResume = Boolean(run?.ending?.resumable) && contactName === 'live';
  for (const [name, button] of buttons) button.disabled = name === 'resume' ? !canResume : !isInContact;
  buttons.get('resume').hidden = !canResume;
  buttons.get('toggle').hidden = canResume;
  return phase && run.course.anchor.isRunning ? untilNextSecond(reading) / run.speed : null;
}

function phaseTexts(reading) {
  const { hasOwnTime, elapsed, remaining, next, isLast } = reading;
  return {
    digits: mainText(reading),
    next: [hasOwnTime && ownText(reading), setsText(reading), nextText(next, isLast)].filter(Boolean).join(' · '),
    times: `${passedText(elapsed)} elapsed, ${remaining == null ? 'open end' : `${leftText(remaining)} left`}`,
  };
}

function stateText(reading) {
  if (model.contactName === 'denied') return model.contact.reason || accessAdvice;
  if (!reading) return model.contactName === 'connecting' ? '' : 'no workout is running: start one';
  return statusText(model.run, reading, passedText);
}

/** A phone in a pocket must not end a workout. */
function holdToStop(button) {
  let timer = 0;
  const begin = () => {
    if (timer || button.disabled) return;
    button.dataset.held = '';
    timer = setTimeout(() => {
      end();
      press('stop');
    }, holdTime);
  };
  const end = () => {
    clearTimeout(timer);
    timer = 0;
    delete button.dataset.held;
  };
  const isKey = (event) => event.key === ' ' || event.key === 'Enter';
  button.addEventListener('pointerdown', begin);
  button.addEventListener('contextmenu', (event) => event.preventDefault());
  button.addEventListener('keydown', (event) => isKey(event) && begin());
  button.addEventListener('keyup', (event) => isKey(event) && end());
  for (const kind of ['pointerup', 'pointerleave', 'pointercancel', 'blur']) button.addEventListener(kind, end);
}

for (const [name, button] of buttons) {
  if (name === 'stop') holdToStop(button);
  else button.addEventListener('click', () => (name === 'resume' ? resume() : press(name)));
}
frames.request();
