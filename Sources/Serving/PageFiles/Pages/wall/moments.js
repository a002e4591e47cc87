/** What the eye catches from the corner: a new phase, the last three seconds, a breath. */

import { element, setText } from './elements.js';
import { fit } from './fit.js';
import { exact, excess } from './session.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
/** How long a new phase fills the screen, and how short a phase has none of it, in milliseconds. */
const [fill, shortest] = [1_000, 5_500];
const lastSeconds = 3;
/** The disc after breathing out, which the seconds still fit into, as a share of its size. */
const smallest = 0.64;

/** The moments of a wall: the elements that lie over it. */
export class Moments {
  #moment = element('moment');
  #count = element('count');
  #breath = element('breath');
  #phase = null;
  #number = 0;

  /** Shows what an instant has; returns for how long, in session time. */
  show({ state, phase, passed, left, limitLeft, counts }) {
    const isOn = state === 'running' && phase != null && !calm.matches;
    const isLong = phase?.end == null || phase.end - phase.start >= shortest;
    const isNew = isOn && isLong && !phase.breath && passed < fill;
    const end = counts === 'down' ? limitLeft ?? left : null;
    const number = isOn && isLong && !phase.breath && end > 0 ? Math.ceil(end / 1_000) : 0;
    this.#name(isNew ? phase : null);
    this.#last(number <= lastSeconds ? number : 0);
    if (phase?.breath && left != null) {
      const [from, to] = phase.breath;
      const share = from + (to - from) * (calm.matches ? 1 : passed / (passed + left));
      const [disc, name, seconds] = this.#breath.children;
      disc.style.transform = `scale(${smallest + (1 - smallest) * share})`;
      setText(name, phase.name);
      setText(seconds, String(Math.ceil(exact(left - excess) / 1_000)));
      return isOn ? 30 : Infinity;
    }
    return isNew ? fill - passed : Infinity;
  }

  #name(phase) {
    const key = phase && `${phase.name} ${phase.start}`;
    if (key === this.#phase) return;
    this.#phase = key;
    if (phase) {
      this.#moment.hidden = false;
      fit(this.#moment.firstElementChild, phase.name, String(innerWidth));
      this.#moment.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 120 });
      return;
    }
    this.#moment.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 180 }).onfinish = () => {
      if (!this.#phase) this.#moment.hidden = true;
    };
  }

  #last(number) {
    if (number === this.#number) return;
    this.#number = number;
    this.#count.hidden = number === 0;
    setText(this.#count, number === 0 ? '' : String(number));
    if (number > 0) this.#count.animate([{ transform: 'scale(1.12)' }, { transform: 'none' }],
      { duration: 350, easing: 'ease-out' });
  }
}
