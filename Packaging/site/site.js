/** The site: it keeps itself for when there is no network, and plays what is written in the field of its first page. */

import { blocksOf, workoutLength } from './blocks.js';
import { element, setText } from './elements.js';
import { own, speak } from './words.js';

navigator.serviceWorker?.register(new URL('../worker.js', import.meta.url)).catch(() => {});

async function setUp(form) {
  const [{ loadEngine, playHere }] = await Promise.all([import('./here.js'), speak(own)]);
  const engine = await loadEngine();
  const field = element('short');
  const show = () => {
    let [workout, problem] = [null, ''];
    try {
      workout = engine.read(field.value);
    } catch (error) {
      problem = error.nearest ? `${error.message}: ${error.nearest}` : error.message;
    }
    element('here').disabled = !workout;
    setText(element('problem'), problem);
    setText(element('name'), workout?.name ?? '');
    setText(element('length'), workout ? workoutLength(workout) : '');
    element('strip').className = workout ? '' : 'ghost';
    element('strip').replaceChildren(...(workout ? [blocksOf(workout.strip)] : []));
  };
  field.addEventListener('input', show);
  element('examples').addEventListener('click', ({ target }) => {
    if (target.localName !== 'button') return;
    field.value = target.textContent;
    show();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    playHere(field.value).catch((error) => setText(element('problem'), error.message));
  });
  show();
}

if (element('try')) setUp(element('try'));
