/** The remote control, for one hand. */

import { knock, showPhones } from './admission.js';
import { explanation, runOfAddress, validity } from './api.js';
import { element, made, setAttribute, setText } from './elements.js';
import { Frames, Message } from './frames.js';
import { RunModel } from './model.js';
import { soundText, statusText, titleOf } from './session.js';
import {
  aheadLength, besideText, effortText, groupsText, heartText, isOwnCount, mainDigits, nameText, passedText,
  remainingText, toldText, untilNextSecond,
} from './text.js';
import { gainOf, lowest, percentOf } from './volume.js';
import { own, speak, word } from './words.js';

/** How long the stop button must be held. */
const holdTime = 1_000;
/** A resumed run begins so long after its start. */
const resumeTime = 5_000;
/** The shortest time between requests while the slider moves. */
const sliderTime = 150;

const page = element('page');
await speak(own);
const buttons = new Map([...document.querySelectorAll('button[data-do]')].map((button) => [button.dataset.do, button]));
const [slider, text] = [element('volume'), element('text')];
const isResumed = location.search === '?resumed';
let choices = null;
/** The changes that a press will make. */
let expected = {};
const model = new RunModel(runOfAddress(), 'control', (kind) => {
  // The expected change, or another one, has happened.
  if (kind === 'change' || kind === 'state') expected = {};
  if (kind === 'phones' || kind === 'state') showPhones();
  if (model.contactName === 'denied') knock(model.contact.reason ? 'wrongKey' : 'askIn');
  frames.request();
});
const frames = new Frames(draw);
const message = new Message(frames);

/** The request of each button, and the changes to expect. */
const presses = {
  toggle: (reading) => ({ fields: { do: 'toggle' }, expected: { isPaused: reading.state !== 'paused' } }),
  next: () => ({ fields: { do: 'next' } }),
  back: () => ({ fields: { do: 'back' } }),
  undo: () => ({ fields: { do: 'undo' } }),
  extend: () => ({ fields: { do: 'extend', by: '15s' } }),
  shorten: () => ({ fields: { do: 'extend', by: '-15s' } }),
  mute: () => ({ fields: { do: 'mute' }, expected: { isMuted: !model.run.values.muted } }),
  say: () => ({ fields: { do: 'say', ...(text.value.trim() && { text: text.value.trim() }) } }),
  stop: () => ({ fields: { do: 'stop' } }),
};

async function press(name) {
  const reading = model.reading();
  if (!model.isInContact || !reading) return false;
  const { fields, expected: change } = presses[name](reading);
  return ask(fields, change, buttons.get(name));
}

/** Sends a request; what it will change shows at once, and is taken back if it is refused. Returns whether it was. */
async function ask(fields, change = {}, button = null) {
  let isDone = false;
  if (button) button.dataset.pressed = '';
  expected = { ...expected, ...change };
  frames.request();
  try {
    await model.request(fields, 'Phone');
    message.clear();
    isDone = true;
  } catch (error) {
    expected = {};
    message.say(explanation(error), validity(error));
  }
  if (button) delete button.dataset.pressed;
  frames.request();
  return isDone;
}

/** A text that is to be said goes; without one the run says where it is. */
async function talk(event) {
  event.preventDefault();
  const sent = text.value;
  if (await press('say') && text.value === sent) text.value = '';
  frames.request();
}

/** Where the user ends the phase, that button is the first, for the eye and for the keyboard. */
function placeNext(isFirst) {
  const [next, toggle] = [buttons.get('next'), buttons.get('toggle')];
  if (next.previousElementSibling === (isFirst ? null : toggle)) return;
  const isFocused = document.activeElement === next;
  if (isFirst) element('keys').prepend(next);
  else toggle.after(next);
  if (isFocused) next.focus();
}

function draw() {
  const reading = model.reading();
  const { run, contactName, isInContact } = model;
  const phase = run?.ending ? null : reading?.phase;
  const isIdle = !['lost', 'denied'].includes(contactName) && (!run || run.ending != null);
  const isOpen = Boolean(phase?.open || phase?.done);
  const data = { contact: contactName, state: reading?.state ?? 'none', idle: isIdle, open: isOpen };
  for (const [name, value] of Object.entries(data)) setAttribute(page, `data-${name}`, value);
  setAttribute(element('card'), 'data-intensity', phase?.intensity);
  setAttribute(element('card'), 'data-quiet', !phase);
  for (const id of ['workout', 'notes']) setAttribute(element(id), 'lang', run?.language);
  setAttribute(element('phase'), 'lang', phase?.language ?? run?.language);
  const texts = { status: statusOf(), ...cardTexts(reading, phase), told: toldText(phase) };
  setAttribute(element('card'), 'data-own', texts.own !== '');
  setAttribute(element('own'), 'data-what', phase && isOwnCount(reading) && word('thisSet'));
  setAttribute(element('card'), 'data-size', ['seconds', 'minutes', 'hours'][texts.digits.split(':').length - 1]);
  for (const [id, text] of Object.entries(texts)) setText(element(id), text);
  bar(phase && reading.left != null ? reading.passed / (reading.passed + reading.left) : null);
  showAhead(phase ? reading.ahead : [], isInContact);
  showSound(run, isInContact);
  const isPaused = expected.isPaused ?? reading?.state === 'paused';
  setText(buttons.get('toggle'), word(isPaused ? 'resume' : 'pause'));
  placeNext(isOpen);
  setText(buttons.get('next').querySelector('span'), isOpen ? word('done') : '');
  // What is to be pressed is what ends the phase, or else what stops the time.
  buttons.get('next').classList.toggle('strong', isOpen);
  buttons.get('toggle').classList.toggle('strong', !isOpen);
  setText(buttons.get('say'), word(text.value.trim() ? 'sayIt' : 'whereAmI'));
  setAttribute(text, 'placeholder', word('textToSay'));
  for (const button of buttons.values()) button.disabled = !isInContact;
  buttons.get('undo').hidden = !(run?.values.undoable > 0);
  showAsk(reading);
  showChoices(isIdle);
  if (run?.ending) return model.endingLeft;
  return phase && run.course.anchor.isRunning ? Math.min(250, untilNextSecond(reading) / run.speed) : waiting(reading);
}

/** The card of the present. */
function cardTexts(reading, phase) {
  const { run } = model;
  const empty = { workout: '', left: '', groups: '', notes: '', digits: '', own: '', state: '' };
  if (!run) return { ...empty, phase: model.contactName === 'live' ? word('noWorkout') : '' };
  const state = stateOf(reading);
  if (!phase) return { ...empty, phase: titleOf(run), groups: state };
  return {
    workout: titleOf(run), phase: phase.name, left: remainingText(reading), groups: groupsText(reading), state,
    notes: [effortText(reading, run.values), heartText(run.values), phase.notes].filter(Boolean).join(' · '),
    digits: mainDigits(reading).digits, own: besideText(reading),
  };
}

/** What lies over the card for as long as it is so: a message, a lost contact. */
const statusOf = () => message.text || model.contactText;

/** Why the timer is stopped, and what is unusual about the sound. */
function stateOf(reading) {
  const left = untilResumed(reading);
  const state = statusText(model.run, reading, passedText);
  return [state, left && word('continuesIn', { n: left }), soundText(model.run)].filter(Boolean).join(' · ');
}

/** The seconds until a resumed run continues by itself; 0 otherwise. */
function untilResumed({ state, time }) {
  const isWaiting = isResumed && state === 'paused' && model.run.values.reason === 'restored';
  return isWaiting ? Math.max(0, Math.ceil((resumeTime - time) / 1_000)) : 0;
}

const waiting = (reading) => (reading && untilResumed(reading) > 0 ? 250 : null);

function bar(share) {
  const track = element('phase-bar');
  track.hidden = share == null;
  track.firstElementChild.style.transform = `scaleX(${share ?? 0})`;
  track.setAttribute('aria-valuenow', Math.round(100 * (share ?? 0)));
}

/** The phases ahead, to tap where their place in the plan is known. */
function showAhead(ahead, isInContact) {
  const list = element('ahead');
  const key = JSON.stringify([isInContact, ahead.map(({ name, set, position }) => [name, set, position])]);
  if (list.dataset.text === key) return;
  list.dataset.text = key;
  list.replaceChildren(...ahead.map((phase, index) => {
    const chip = made('i', 'chip');
    chip.dataset.intensity = phase.intensity;
    const lang = phase.language ?? model.run.language;
    const parts = [chip, made('span', { className: 'name', textContent: nameText(phase), lang }),
      made('span', 'length', aheadLength(phase))];
    const following = index === 0 ? { do: 'next' } : null;
    const fields = phase.position != null ? { do: 'jump', to: `${phase.position / 1e9}s` } : following;
    if (!fields) return made('p', 'plain', ...parts);
    const button = made('button', { disabled: !isInContact }, ...parts);
    button.addEventListener('click', () => ask(fields, {}, button));
    return button;
  }));
  list.scrollTop = 0;
}

function showSound(run, isInContact) {
  const isMuted = expected.isMuted ?? run?.values.muted ?? false;
  const percent = isMuted ? 0 : percentOf(expected.volume ?? run?.values.volume ?? 0);
  if (slider !== document.activeElement || !slider.matches(':active')) slider.value = percent;
  slider.disabled = !isInContact;
  slider.style.setProperty('--share', `${slider.value / 1.5}%`);
  slider.setAttribute('aria-valuetext', `${slider.value} %`);
  setText(element('percent'), run ? `${slider.value} %` : '');
  setAttribute(element('waves'), 'visibility', isMuted && 'hidden');
  buttons.get('mute').setAttribute('aria-label', word(isMuted ? 'unmute' : 'mute'));
}

/** A run that another one interrupted doesn't go on unasked. */
function showAsk(reading) {
  const isAsked = reading?.state === 'paused' && model.run.values.reason === 'interruption' && model.isInContact;
  const part = element('ask');
  if (!isAsked && part.dataset.run) part.hidden = true;
  if (!isAsked) return delete part.dataset.run;
  if (part.dataset.run === model.run.name) return true;
  part.dataset.run = model.run.name;
  const on = made('button', 'strong', word('resume'));
  const end = made('button', {}, word('endIt'));
  on.addEventListener('click', () => press('toggle'));
  end.addEventListener('click', () => press('stop'));
  part.replaceChildren(made('p', {}, word('pausedAsk', { name: titleOf(model.run) })), on, end);
  part.hidden = false;
  return true;
}

/** What can be started while nothing runs, by a script that a run doesn't need. */
async function showChoices(isIdle) {
  element('start').hidden = !isIdle;
  if (!isIdle) choices?.forget();
  if (!isIdle) return;
  choices ??= await import('./choices.js').catch(() => null);
  choices?.showChoices(element('start'), model.contactName === 'live');
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

/** While the slider moves, its last place is sent now and then. */
function slide() {
  let timer = 0;
  const send = () => {
    timer = 0;
    ask({ do: 'volume', to: gainOf(Number(slider.value)) });
  };
  slider.addEventListener('input', () => {
    if (!model.isInContact) return;
    const volume = gainOf(Number(slider.value));
    expected = { ...expected, volume, isMuted: volume <= lowest };
    frames.request();
    timer ||= setTimeout(send, sliderTime);
  });
}

for (const [name, button] of buttons) {
  if (name === 'stop') holdToStop(button);
  else if (name !== 'say') button.addEventListener('click', () => press(name));
}
element('talk').addEventListener('submit', talk);
text.addEventListener('input', () => frames.request());
slide();
frames.request();
