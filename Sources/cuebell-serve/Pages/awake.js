/** Keeps the screen from going dark. */

/**
 * Holds a wake lock where the browser has one: over https and on the same machine. Elsewhere a silent video plays,
 * which a browser begins only after a tap.
 */
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

  /** Whether nothing keeps the screen on. */
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
      // The machine saves power; the mark tells.
    }
    this.#changed();
  }

  #play() {
    if (this.#lock) return;
    if (!this.#video.src) this.#video.src = '/assets/awake.webm';
    this.#video.hidden = false;
    this.#video.play().catch(() => this.#changed());
  }
}
