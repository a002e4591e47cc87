/** The remote: one hand, one run. */

import { accessAdvice, explanation, post, request, runOfAddress } from './api.js';
import { Frames, setAttribute, setText } from './frames.js';
import { RunModel } from './model.js';
import { statusText } from './session.js';
import { gainText, leftText, lengthText, passedText, setText as setsText, untilNextLeft, untilNextPassed } from './text.js';

/** How long stop has to be held. */
const holdTime = 1_000;
/** How long the reason of a refusal stays. */
const messageTime = 6_000;
const gainStep = 3;

const element = (id) => document.getElementById(id);
const page = element('page');
const buttons = new Map([...document.querySelectorAll('button[data-do]')].map((button) => [button.dataset.do, button]));
const model = new RunModel(runOfAddress(), 'control', (kind) => {
  // What a press foretold has happened, or something else has.
  if (kind === 'change' || kind === 'state') foretold = {};
  frames.request();
});
const frames = new Frames(draw);
let message = { text: '', until: 0 };
/** What a press will change, shown before the run says so. */
let foretold = {};

/** What each button asks for, and what it will change. */
const presses = {
  toggle: (reading) => ({ fields: { do: 'toggle' }, foretold: { isPaused: reading.state !== 'paused' } }),
  next: () => ({ fields: { do: 'next' } }),
  back: () => ({ fields: { do: 'back' } }),
  undo: () => ({ fields: { do: 'undo' } }),
  extend: () => ({ fields: { do: 'extend', by: '15s' } }),
  quieter: () => gain(-gainStep),
  louder: () => gain(gainStep),
  mute: () => ({ fields: { do: 'mute' }, foretold: { isMuted: !model.run.values.muted } }),
  stop: () => ({ fields: { do: 'stop' } }),
};

function gain(by) {
  const volume = Math.min(12, Math.max(-60, (foretold.volume ?? model.run.values.volume) + by));
  return { fields: { do: 'volume', by }, foretold: { volume } };
}

async function press(name) {
  const reading = model.reading();
  if (!model.isInContact || !reading) return;
  const { fields, foretold: change } = presses[name](reading);
  const button = buttons.get(name);
  button.dataset.pressed = '';
  foretold = { ...foretold, ...change };
  message = { text: '', until: 0 };
  frames.request();
  try {
    await request(model.run.name, fields, 'Phone');
    navigator.vibrate?.(10);
  } catch (error) {
    foretold = {};
    say(explanation(error));
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
    say(explanation(error));
  }
}

function say(text) {
  message = { text, until: performance.now() + messageTime };
  frames.request();
}

function draw() {
  const reading = model.reading();
  const { run } = model;
  const state = reading?.state ?? 'none';
  const isPaused = foretold.isPaused ?? state === 'paused';
  const phase = reading?.phase;
  setAttribute(page, 'data-contact', model.contactName);
  setAttribute(page, 'data-state', state);
  setAttribute(page, 'data-intensity', run?.ending ? null : phase?.intensity);
  const words = message.until > performance.now() ? message.text : '';
  setText(element('status'), words || model.contactText || stateText(reading));
  setText(element('workout'), run && phase ? run.workout : '');
  setText(element('phase'), phase && !run.ending ? phase.name : run?.workout ?? '');
  setText(element('digits'), !phase || run.ending ? '' : phase.open ? passedText(reading.passed) : leftText(reading.left));
  setText(element('next'), [phase && !run.ending && setsText(phase), reading?.next && nextText(reading.next)].filter(Boolean).join(' · '));
  setText(element('times'), reading && !run.ending ? `${passedText(reading.elapsed)} passed, ${reading.remaining == null ? 'open end' : `${leftText(reading.remaining)} left`}` : '');
  setText(element('volume'), run ? gainText(foretold.isMuted ?? run.values.muted ? -60 : foretold.volume ?? run.values.volume) : '');
  setText(buttons.get('toggle'), isPaused ? 'Resume' : 'Pause');
  setText(buttons.get('next'), phase?.open ? 'Done' : 'Next');
  setText(buttons.get('mute'), foretold.isMuted ?? run?.values.muted ? 'Unmute' : 'Mute');
  const canResume = Boolean(run?.ending?.resumable) && model.contactName === 'live';
  for (const [name, button] of buttons) button.disabled = name === 'resume' ? !canResume : !model.isInContact;
  if (model.isInContact) buttons.get('undo').disabled = run.values.undoable === 0;
  buttons.get('resume').hidden = !canResume;
  buttons.get('toggle').hidden = canResume;
  if (!reading) return model.contact.contact === 'lost' ? 1_000 : null;
  if (run.ending || !run.course.anchor.isRunning) return words ? 1_000 : null;
  const times = [untilNextPassed(reading.elapsed), phase && (phase.open ? untilNextPassed(reading.passed) : untilNextLeft(reading.left))];
  return Math.min(...times.filter(Boolean)) / run.speed;
}

function stateText(reading) {
  if (model.contactName === 'denied') return model.contact.reason || accessAdvice;
  if (!reading) return model.contactName === 'connecting' ? '' : 'no workout runs: start one';
  return statusText(model.run, reading, passedText);
}

const nextText = (next) => `Next: ${next.name}${next.length == null || next.open ? '' : ` ${lengthText(next.length / 1e6)}`}`;

/** Stop wants to be held, by a finger or a key, so that no pocket ends a workout. */
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
