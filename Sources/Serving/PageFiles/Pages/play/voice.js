/**
 * The voice of the browser, which speaks when it is asked and can't be placed on the clock of the sound: it is asked as
 * much earlier as it takes to begin, and each phrase is measured once, so that its end can be placed, too.
 */

/** How long a browser takes to begin at first, and how long it is waited for, in milliseconds. */
const [usualDelay, patience] = [120, 3_000];
/** What a voice says at its usual pace: words a minute in a workout, and characters in a second. */
const [pace, letters] = [165, 13];
const absent = 'the browser has no voice';

export class BrowserVoice {
  /** The voice of the workout: its language, pace and pitch. */
  standard = { language: 'en', rate: pace, pitch: 50 };
  /** Called with a phrase and its `length` in nanoseconds, or the `failure` to speak it. */
  measured = () => {};
  #context;
  #delay = usualDelay;
  #lengths = new Map();

  #isThere = 'speechSynthesis' in globalThis;

  /** A voice by the clock of an audio context, made in an answer to a press. */
  constructor(context) {
    this.#context = context;
    // Browsers of Apple speak later only if they have spoken then.
    if (this.#isThere) speechSynthesis.speak(new SpeechSynthesisUtterance(''));
  }

  /** A phrase as a clip, whose source speaks; undefined where the browser has no voice. */
  clip(phrase) {
    if (!this.#isThere) return void this.measured({ ...phrase, failure: absent });
    const { text } = phrase;
    const length = this.#lengths.get(text);
    return {
      onset: 0, end: length ?? text.length / letters,
      source: (volume) => this.#source(phrase, volume, length == null),
    };
  }

  #source(phrase, volume, isNew) {
    let timer = 0;
    let utterance = null;
    const stop = () => {
      clearTimeout(timer);
      if (utterance) speechSynthesis.cancel();
    };
    const speak = () => {
      utterance = this.#utterance(phrase, volume, isNew, () => { utterance = null; });
      speechSynthesis.speak(utterance);
    };
    const wait = (at) => (at - this.#context.currentTime) * 1_000;
    return {
      start: (at) => { timer = setTimeout(speak, Math.max(0, wait(at) - this.#delay)); },
      stop: (at) => { timer = utterance ? setTimeout(stop, wait(at)) : clearTimeout(timer); },
    };
  }

  #utterance(phrase, volume, isNew, over) {
    const { text, voice } = phrase;
    const utterance = new SpeechSynthesisUtterance(text);
    const { language, rate, pitch } = voice ?? this.standard;
    Object.assign(utterance, { lang: language, rate: rate / pace, pitch: pitch / 50, volume: Math.min(1, volume) });
    const voices = speechSynthesis.getVoices().filter(({ lang }) => lang.split(/[-_]/)[0] === language.split('-')[0]);
    // One that needs a network may be late.
    utterance.voice = voices.find(({ localService }) => localService) ?? voices[0] ?? null;
    const asked = performance.now();
    let begun = null;
    const fail = (failure) => {
      over();
      if (isNew) this.measured({ ...phrase, failure });
    };
    const timer = setTimeout(() => {
      this.#isThere = false;
      fail(absent);
    }, patience);
    utterance.onstart = () => {
      clearTimeout(timer);
      begun = performance.now();
      this.#delay += (begun - asked - this.#delay) / 4;
    };
    utterance.onend = () => {
      clearTimeout(timer);
      over();
      if (!isNew || begun == null) return;
      this.#lengths.set(text, (performance.now() - begun) / 1_000);
      this.measured({ ...phrase, length: Math.round((performance.now() - begun) * 1e6) });
    };
    utterance.onerror = ({ error }) => {
      clearTimeout(timer);
      // Words that a session has taken back were not wrong.
      if (['canceled', 'interrupted'].includes(error)) over();
      else fail(error);
    };
    return utterance;
  }
}
