/** Schedules drawing. */

/** How early to start drawing, in milliseconds: timers may be late. */
const lead = 25;

/** Draws a page when it changes. `draw()` returns for how many milliseconds it is valid; null until an event. */
export class Frames {
  #draw;
  #timer = 0;
  #frame = 0;

  constructor(draw) {
    this.#draw = draw;
    document.addEventListener('visibilitychange', () => this.request());
  }

  /** Draws in the next frame. */
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

/** A message that disappears after some time. */
export class Message {
  #text = '';
  #until = 0;
  #frames;

  constructor(frames) {
    this.#frames = frames;
  }

  /** The text; empty after it has been shown long enough. */
  get text() {
    return performance.now() < this.#until ? this.#text : '';
  }

  /** Shows a text for a time in milliseconds. */
  say(text, time = 6_000) {
    [this.#text, this.#until] = [text, performance.now() + time];
    this.#frames.request();
    setTimeout(() => this.#frames.request(), time + 50);
  }

  clear() {
    this.#until = 0;
    this.#frames.request();
  }
}
