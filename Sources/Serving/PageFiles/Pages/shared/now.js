/** The run that goes on while another page is shown: a bar above the navigation. */

import { showPhones } from './admission.js';
import { element, made, setAttribute, setText } from './elements.js';
import { Frames } from './frames.js';
import { RunModel } from './model.js';
import { mainDigits, remainingText, untilNextSecond } from './text.js';
import { word } from './words.js';

const [bar, text, name] = [made('i'), made('span', 'soft'), made('b', 'name')];
const [digits, toggle] = [made('span', { className: 'digits', ariaHidden: 'true' }), made('button', 'toggle')];
let model = null;
let frames = null;

/** Follows the run that the wall shows, if there is one. */
export function followRun() {
  if (model) return;
  const place = made('a', { href: '/remote' }, text, name);
  const part = made('section', { id: 'now', hidden: true, ariaLabel: word('runningNow') }, bar, place, digits, toggle);
  document.querySelector('nav').before(part);
  frames = new Frames(draw);
  model = new RunModel(null, 'control', (kind) => {
    if (kind === 'phones' || kind === 'state') showPhones();
    frames.request();
  });
  toggle.addEventListener('click', () => model.request({ do: 'toggle' }, 'Phone').catch(() => {}));
}

function draw() {
  const { run } = model;
  const reading = model.reading();
  const phase = run?.ending ? null : reading?.phase;
  const part = element('now');
  // The page may have become a wall.
  if (!part) return null;
  part.hidden = !phase;
  if (!phase) return null;
  const isPaused = reading.state === 'paused';
  setAttribute(part, 'data-intensity', phase.intensity);
  setAttribute(part, 'data-state', reading.state);
  setText(text, `${word(isPaused ? 'paused' : 'runningNow')} · ${remainingText(reading)}`);
  setText(name, phase.name);
  setText(digits, mainDigits(reading).digits);
  const share = reading.left == null ? 0 : reading.passed / (reading.passed + reading.left);
  bar.style.transform = `scaleX(${share})`;
  toggle.setAttribute('aria-label', word(isPaused ? 'resume' : 'pause'));
  toggle.disabled = !model.isInContact;
  return run.course.anchor.isRunning ? Math.min(250, untilNextSecond(reading) / run.speed) : null;
}
