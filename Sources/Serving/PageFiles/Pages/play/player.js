/** A session in this page: the engine by the clock of the sound. The log stays in the browser, so that it goes on. */

import { Mixer } from './mixer.js';
import { changed, ended, runOf } from './session.js';
import { Track } from './track.js';
import { BrowserVoice } from './voice.js';

const second = 1e9;
/** How far ahead sounds are placed while the page is seen, and while its timers may be late. */
const [horizon, hiddenHorizon] = [2.5 * second, 900 * second];
/** The longest time between two looks at the clock, in milliseconds. */
const longestWait = 250;
/** How long a session that was left can be continued, in milliseconds. */
const keptFor = 12 * 3_600_000;

/** The sound of a page, which a browser opens in an answer to a press alone. */
export function openSound() {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const [track, voice] = [new Track(), new BrowserVoice(context)];
  context.resume();
  track.begin();
  return { context, track, voice };
}

/** Plays a workout; `changedBy()` is called after each change. */
export class Player {
  run = null;
  page;
  changedBy = () => {};
  #engine;
  #session;
  #sounds;
  #clipsIn;
  #sound = null;
  #context = null;
  #mixer = null;
  #track = null;
  #timer = 0;
  /** How far the session has come, and how far sounds are placed. */
  #reached = 0;
  #placed = 0;
  #working = Promise.resolve();
  #hasBegun = false;

  /**
   * A player of a workout as an engine reads it, in whose `sounds` are the lengths of `sounds` and `phrases`;
   * `clipsIn(context, voice)` makes the clips; a voice says what has none.
   */
  constructor(engine, page, { sounds, phrases }, clipsIn) {
    [this.#engine, this.page, this.#clipsIn] = [engine, page, clipsIn];
    this.#sounds = { phrases, sounds: Object.fromEntries(sounds.map(({ name, length }) => [name, length])) };
    this.#open(this.#kept());
    document.addEventListener('visibilitychange', () => this.#seen());
    addEventListener('pagehide', () => this.#keep());
  }

  // The session.

  #open(log) {
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const options = { ...this.#sounds, files: true, seed };
    try {
      this.#session = this.#engine.open(this.page.text, log ? { ...options, log } : options);
      this.isRestored = Boolean(log);
    } catch (error) {
      if (!log) throw error;
      // It is of another version, or was complete.
      localStorage.removeItem(this.#key);
      return this.#open(null);
    }
    [this.#reached, this.#placed] = [0, 0];
    const { workout, language, values } = this.#session.state;
    this.run = runOf({ name: workout, workout, language, epoch: 0, speed: 1, answers: true, values });
    return undefined;
  }

  get #key() {
    return `session ${this.page.digest}`;
  }

  #kept() {
    try {
      const { log, at } = JSON.parse(localStorage.getItem(this.#key) ?? '{}');
      return Date.now() - at < keptFor ? log : null;
    } catch {
      return null;
    }
  }

  #keep() {
    if (!this.#hasBegun) return;
    try {
      if (this.isOver) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify({ log: this.#session.log(), at: Date.now() }));
    } catch {
      // The browser keeps nothing, or no more: the session can't be continued.
    }
  }

  /** The instant that is heard, in milliseconds. */
  get now() {
    if (!this.#mixer) return 0;
    const delay = this.#context.outputLatency || this.#context.baseLatency || 0;
    return this.#track.isHeard ? this.#track.now / 1e6 : Math.max(0, this.#mixer.now / 1e6 - delay * 1_000);
  }

  get hasBegun() {
    return this.#hasBegun;
  }

  get isOver() {
    return this.run.ending != null;
  }

  /** Begins with a sound that a press has opened. */
  async begin(sound) {
    if (this.isOver) this.#open(null);
    const { context, track, voice } = sound;
    [this.#sound, this.#context, this.#track] = [sound, context, track];
    track.interrupted = () => this.request({ do: 'pause' });
    voice.standard = this.page.voice;
    voice.measured = (phrase) => this.#session.learn({ phrases: [phrase] });
    await context.resume();
    const clips = this.#clipsIn(context, voice);
    await clips.load(this.#session.forecast(horizon));
    this.#mixer = new Mixer(context, clips, context.currentTime + 0.1);
    this.#hasBegun = true;
    const wasLeft = this.isRestored;
    this.isRestored = false;
    await this.#send({ action: wasLeft ? 'prepared' : 'start' });
    if (wasLeft) await this.request({ do: 'resume' });
    else await this.#send({ action: 'prepared' });
  }

  /** Does what a user asks for; returns the answer. */
  async request(fields) {
    if (!this.#hasBegun || this.isOver) {
      const isStart = ['toggle', 'resume', 'next'].includes(fields.do);
      if (isStart) await this.begin(this.#sound ?? openSound());
      return undefined;
    }
    // A system that has taken the sound may not give it back yet.
    this.#context.resume().catch(() => {});
    const answer = await this.#send({ request: fields });
    return answer.reply;
  }

  /** Sends an action now, one after the other. */
  #send(action) {
    this.#working = this.#working.then(() => this.#act(action));
    return this.#working;
  }

  async #act(action) {
    this.#leaveTrack();
    this.#advance();
    const answer = this.#take(this.#session.send(action, Math.max(0, this.#mixer.now)));
    await this.#look(answer.effects);
    this.#useTrack();
    return answer;
  }

  /** Advances to now. What was placed could begin on time; what comes after it is late. */
  #advance() {
    const now = Math.max(0, this.#mixer.now);
    const effects = [];
    for (const at of this.#placed > this.#reached && this.#placed < now ? [this.#placed, now] : [now]) {
      const soundsFrom = this.#reached < this.#placed ? this.#reached : at;
      effects.push(...this.#take(this.#session.send({ action: 'tick', soundsFrom }, at)).effects);
      this.#reached = at;
    }
    return effects;
  }

  #take(answer) {
    const { t, change, events, effects, isWorthStoring } = answer;
    if (Object.keys(change).length > 0) this.run = changed(this.run, { t, change });
    for (const effect of effects) this.#mixer.perform(effect);
    const finished = events.find(({ event }) => event === 'finished');
    if (finished) {
      const outcome = finished.reason === 'completed' ? 'finished' : finished.reason;
      this.run = ended(this.run, { outcome, elapsed: finished.elapsed });
    }
    if (isWorthStoring || finished) this.#keep();
    if (Object.keys(change).length > 0 || finished) this.changedBy();
    return answer;
  }

  /** Places what comes, and waits for the next look. */
  async #look(effects) {
    clearTimeout(this.#timer);
    const end = this.#reached + (document.hidden && !this.#track.isHeard ? hiddenHorizon : horizon);
    await this.#mixer.place([...effects, ...this.#session.forecast(end)], end);
    this.#placed = end;
    if (this.isOver) return this.#track.end();
    const rest = this.#session.deadline == null ? longestWait : (this.#session.deadline - this.#mixer.now) / 1e6;
    this.#timer = setTimeout(() => this.#wake(), Math.min(longestWait, Math.max(0, rest)));
    return undefined;
  }

  #wake() {
    this.#working = this.#working.then(async () => {
      if (this.#track.isHeard) this.#mixer.move(this.#track.now);
      await this.#look(this.#advance());
      if (this.#track.isEnding) this.#useTrack();
    });
  }

  // A page that nobody sees: its timers are late, and a phone that is locked may stop its sound.

  #seen() {
    if (!this.#mixer || this.isOver) return;
    if (document.hidden) this.#keep();
    else this.#leaveTrack();
    this.#context.resume();
    this.#wake();
    this.#useTrack();
    this.changedBy();
  }

  /** Leaves the sound to the track, while nobody sees the page. */
  #useTrack() {
    const isPlaying = ['fadingIn', 'playing'].includes(this.run.values.playback) && !this.isOver;
    if (document.hidden && isPlaying) this.#track.play(this.#session, this.#mixer, this.#clipsIn);
  }

  /** Takes the sound back from the track. */
  #leaveTrack() {
    if (this.#track.isHeard) this.#mixer.move(this.#track.now);
    this.#track.rest();
    this.#mixer.mute(false);
  }
}
