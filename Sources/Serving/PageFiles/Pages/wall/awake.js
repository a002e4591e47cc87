/** Keeps the screen on. */

import { address } from './elements.js';

/** Holds a wake lock over https and on localhost; elsewhere it plays a silent video after a tap. */
export class Awake {
  #lock = null;
  #video;
  #changed;

  constructor(video, changed) {
    [this.#video, this.#changed] = [video, changed];
    document.addEventListener('visibilitychange', () => this.#hold());
    addEventListener('pointerdown', () => this.#play());
    video.addEventListener('pause', changed);
    video.addEventListener('playing', changed);
    this.#hold();
  }

  /** Whether the screen may turn off. */
  get isDoubtful() {
    return !this.#lock && this.#video.paused;
  }

  async #hold() {
    if (document.hidden || this.#lock || !navigator.wakeLock) return;
    try {
      this.#lock = await navigator.wakeLock.request('screen');
      this.#lock.addEventListener('release', () => {
        this.#lock = null;
        this.#changed();
      });
    } catch {
      // The browser refuses in battery saving mode; the page shows a mark.
    }
    this.#changed();
  }

  #play() {
    if (this.#lock) return;
    if (!this.#video.src) this.#video.src = address('/assets/awake.webm');
    this.#video.hidden = false;
    this.#video.play().catch(() => this.#changed());
  }
}
