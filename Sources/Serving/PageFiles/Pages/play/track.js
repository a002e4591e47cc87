/** The rest of a workout as one sound, for a page that nobody sees: an element goes on where a script is stopped. */

import { layers, Mixer } from './mixer.js';

const second = 1e9;
/** The rate of the track in Hz, and how much of a workout is rendered at most and at a time, in seconds. */
const [rate, longest, piece] = [24_000, 3_600, 120];
/** How long the last sound may ring, in seconds. */
const tail = 10;

export class Track {
  isHeard = false;
  /** Called when the system stops the sound, as for a call. */
  interrupted = () => {};
  #element = new Audio();
  #origin = 0;
  #length = 0;
  /** When the sound began, in milliseconds since 1970. */
  #begun = 0;
  #address = null;
  #number = 0;
  #isCut = false;
  #isRendering = false;

  constructor() {
    this.#element.loop = true;
    this.#element.addEventListener('pause', () => this.isHeard && !this.#element.ended && this.interrupted());
  }

  /** The instant of the session that the track has reached; an open phase lasts longer than it. */
  get now() {
    const { ended, currentTime } = this.#element;
    return this.#origin + (ended ? Math.max(this.#length, (Date.now() - this.#begun) / 1e3) : currentTime) * second;
  }

  /** Whether it ends within a minute, and more of the session follows. */
  get isEnding() {
    return this.isHeard && this.#isCut && !this.#isRendering && this.#length - this.#element.currentTime < 60;
  }

  /** Plays silence, so that the system knows of the sound and has buttons for it. */
  begin() {
    if (!this.#element.src) this.#element.src = URL.createObjectURL(wave([new Int16Array(rate * 10)]));
    this.#element.play().catch(() => {});
  }

  end() {
    this.#number += 1;
    this.isHeard = false;
    this.#element.pause();
  }

  /** Renders what follows in a session, with the clips of `clipsIn(context)`, and plays it from where it is then. */
  async play(session, mixer, clipsIn) {
    this.#number += 1;
    const number = this.#number;
    const origin = mixer.now;
    const isWanted = () => number === this.#number && document.hidden;
    this.#isRendering = true;
    const parts = await this.#render(session, mixer.layers, origin, clipsIn, isWanted);
    if (number === this.#number) this.#isRendering = false;
    if (!parts) return;
    URL.revokeObjectURL(this.#address);
    this.#address = URL.createObjectURL(wave(parts));
    this.isHeard = false;
    this.#element.loop = false;
    this.#element.src = this.#address;
    try {
      await this.#element.play();
      this.#element.currentTime = (mixer.now - origin) / second;
      this.#begun = Date.now() - this.#element.currentTime * 1e3;
      [this.#origin, this.#length, this.isHeard] = [origin, this.#element.duration, true];
      mixer.mute(true);
    } catch {
      // The browser wants a press first: the sounds that are placed go on.
    }
  }

  /** Leaves the sound to the page again. */
  rest() {
    this.#number += 1;
    this.isHeard = false;
    if (this.#element.loop) return;
    this.#element.loop = true;
    this.#element.removeAttribute('src');
    this.begin();
  }

  async #render(session, begun, origin, clipsIn, isWanted) {
    const limit = origin + longest * second;
    const all = [...begun, ...session.forecast(limit + longest * second)];
    const effects = all.filter(({ due }) => due <= limit);
    // In an open phase a bed plays on.
    this.#isCut = all.length > effects.length || layers(effects, limit).length > 0;
    const last = this.#isCut ? limit : Math.max(origin, ...effects.map(({ due }) => due)) + tail * second;
    const parts = [];
    for (let from = origin; from < last && isWanted(); from += piece * second) {
      const context = new OfflineAudioContext(1, piece * rate, rate);
      const mixer = new Mixer(context, clipsIn(context), -from / second);
      await mixer.render(effects, from, from + piece * second);
      parts.push(samples(await context.startRendering()));
    }
    return isWanted() ? parts : null;
  }
}

function samples(buffer) {
  return Int16Array.from(buffer.getChannelData(0), (value) => Math.max(-1, Math.min(1, value)) * 32_767);
}

/** A WAVE file of 16-bit samples. */
function wave(parts) {
  const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const head = new DataView(new ArrayBuffer(44));
  const text = (at, letters) =>
    [...letters].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  head.setUint32(4, 36 + size, true);
  text(8, 'WAVEfmt ');
  [[16, 16, 4], [20, 1, 2], [22, 1, 2], [24, rate, 4], [28, rate * 2, 4], [32, 2, 2], [34, 16, 2], [40, size, 4]]
    .forEach(([at, value, bytes]) => (bytes === 4 ? head.setUint32(at, value, true) : head.setUint16(at, value, true)));
  text(36, 'data');
  return new Blob([head, ...parts], { type: 'audio/wav' });
}
