/** When a page is drawn. */

/** How long before a change each frame is drawn, so that none is missed: a timer may be late. */
const lead = 25;

/**
 * Draws a page: `draw()` answers how many milliseconds it stays true, or null where only an event changes it. Between
 * changes nothing is done, so that a small machine stays cool.
 */
export class Frames {
  #draw;
  #timer = 0;
  #frame = 0;

  constructor(draw) {
    this.#draw = draw;
    document.addEventListener('visibilitychange', () => this.request());
  }

  /** Draws at the next frame. */
  request() {
    clearTimeout(this.#timer);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      const rest = this.#draw();
      if (rest == null || document.hidden) return;
      if (rest <= lead) this.request();
      else this.#timer = setTimeout(() => this.request(), rest - lead);
    });
  }
}

/** Something that is said for a moment. */
export class Message {
  #text = '';
  #until = 0;
  #frames;

  constructor(frames) {
    this.#frames = frames;
  }

  /** The text; empty once it has been there long enough to be read. */
  get text() {
    return performance.now() < this.#until ? this.#text : '';
  }

  say(text) {
    [this.#text, this.#until] = [text, performance.now() + 6_000];
    this.#frames.request();
    setTimeout(() => this.#frames.request(), 6_050);
  }
}

/** Sets an element's text, if it is another. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, or removes it where the value is null or false. */
export function setAttribute(element, name, value) {
  if (value == null || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? '' : value);
}
