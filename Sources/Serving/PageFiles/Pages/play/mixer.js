/** The sound of a session by Web Audio: what is due is placed on the clock of the sound before, and taken back. */

const second = 1e9;
/** How bells and voices are lowered or raised. */
const amplitude = (decibels) => 10 ** (decibels / 20);
/** The fade-out of a sound that is taken back, and those of a bed under speech, in seconds. */
const [cut, fall, rise] = [0.01, 0.15, 0.6];
/** No sound of a cue is longer, in nanoseconds. */
const longestSound = 10 * second;
/** A sound that comes later than this, in seconds, isn't played, and by less than that no session is moved. */
const [latest, slip] = [0.5, 0.02];
/** What speech does to a bed that is to leave words clear, in dB. */
const clear = -20;

/** The shape of a limit: what is loud is rounded off instead of cut. */
const soft = Float32Array.from({ length: 1025 }, (_, index) => {
  const value = index / 512 - 1;
  const size = Math.abs(value);
  return Math.sign(value) * (size < 0.75 ? size : 0.75 + 0.2 * Math.tanh((size - 0.75) / 0.2));
});

const isSound = ({ do: kind }) => kind === 'sound' || kind === 'speak';

/** The effects that begin at an instant what has begun before and plays on. */
export function layers(effects, from) {
  const last = new Map();
  for (const effect of effects) {
    const { do: kind, command, due, offset = 0 } = effect;
    if (kind === 'volume') last.set(kind, effect);
    if (!['ambient', 'track', 'metronome'].includes(kind)) continue;
    if (['start', 'swap'].includes(command)) last.set(kind, { ...effect, offset: offset + from - due });
    else if (command !== 'resume') last.delete(kind);
  }
  return [...last.values()].map((effect) => ({ ...effect, due: from, fade: 0 }));
}

/** Plays effects in an audio context, in which the session began at `start`. */
export class Mixer {
  start;
  #context;
  #clips;
  #master;
  #out;
  /** What plays on: a bed, a track and beats. */
  #layers = [];
  #duck;
  #bed = null;
  #track = null;
  #beats = [];
  /** The sounds that are placed, by what they are; those of words with their cue. */
  #placed = new Map();

  constructor(context, clips, start = 0, level = 0) {
    [this.#context, this.#clips, this.start] = [context, clips, start];
    this.#master = new GainNode(context, { gain: amplitude(level) });
    this.#duck = new GainNode(context);
    this.#duck.connect(this.#master);
    // A compressor would delay the sound.
    const limiter = new WaveShaperNode(context, { curve: soft });
    this.#out = new GainNode(context);
    this.#master.connect(limiter).connect(this.#out).connect(context.destination);
  }

  /** What plays on from now, as effects. */
  get layers() {
    return this.#layers;
  }

  /** The instant of the session at which the sound is, in nanoseconds. */
  get now() {
    return Math.round((this.#context.currentTime - this.start) * second);
  }

  /** Moves the session to an instant; what was placed for later is placed again. */
  move(instant) {
    const start = this.#context.currentTime - instant / second;
    if (Math.abs(start - this.start) < slip) return;
    this.start = start;
    for (const [key, { from }] of [...this.#placed]) if (from > this.#context.currentTime) this.#stop(key, 0);
  }

  #at(instant) {
    return Math.max(this.#context.currentTime, this.start + instant / second);
  }

  /** Places what is due, and takes back what was placed and isn't any more; `until` is how far `effects` tell. */
  async place(effects, until) {
    await this.#clips.load(effects);
    const wanted = new Map();
    for (const effect of effects) for (const one of this.#sounds(effect)) wanted.set(one.key, one);
    for (const one of this.#beatsOf(effects, until)) wanted.set(one.key, one);
    for (const [key, one] of this.#placed) {
      const isBegun = one.from <= this.#context.currentTime;
      if (one.to < this.#context.currentTime) this.#placed.delete(key);
      else if (!isBegun && !wanted.has(key)) this.#stop(key, 0);
    }
    for (const [key, one] of wanted) if (!this.#placed.has(key)) this.#play(one);
    this.#duckUnderSpeech();
  }

  /** What of an effect sounds: each strike, or the words. */
  #sounds({ due, do: kind, sound, strikes, spacing, text, voice, english, gain, cue, align }) {
    if (kind !== 'sound' && kind !== 'speak') return [];
    const clip = kind === 'sound' ? this.#clips.sound(sound) : this.#clips.phrase({ text, voice, english });
    if (!clip) return [];
    return Array.from({ length: strikes ?? 1 }, (_, index) => {
      const at = this.start + (due + index * (spacing ?? 0)) / second;
      return {
        key: `${cue} ${kind} ${index} ${Math.round(due)}`, cue: kind === 'speak' ? cue : null, clip, gain,
        from: at - (align === 'end' ? clip.end : clip.onset),
      };
    });
  }

  #play({ key, clip, from, gain, cue, accent = 0 }) {
    const begin = Math.max(from, this.#context.currentTime);
    if (begin - from > latest) return;
    // The voice of a browser has a source of its own.
    const source = clip.source?.(amplitude(gain)) ?? new AudioBufferSourceNode(this.#context, { buffer: clip.buffer });
    const volume = new GainNode(this.#context, { gain: amplitude(gain + accent) });
    if (!clip.source) source.connect(volume).connect(this.#master);
    source.start(begin);
    this.#placed.set(key, { from: begin, to: begin + (clip.buffer?.duration ?? clip.end), cue, source, volume });
  }

  #stop(key, fade) {
    const { source, volume } = this.#placed.get(key);
    const now = this.#context.currentTime;
    volume.gain.setValueAtTime(volume.gain.value, now);
    volume.gain.linearRampToValueAtTime(0, now + Math.max(cut, fade));
    source.stop(now + Math.max(cut, fade));
    this.#placed.delete(key);
  }

  /** Carries out what has been decided, and what a session does when nobody asks for it. */
  perform(effect) {
    const { do: kind, words, fade, to } = effect;
    this.#layers = layers([...this.#layers, effect], effect.due);
    switch (kind) {
      case 'silence':
        for (const [key, { cue }] of [...this.#placed]) {
          if (words == null || words.includes(cue)) this.#stop(key, (fade ?? 0) / second);
        }
        break;
      case 'volume': this.#master.gain.setTargetAtTime(amplitude(to), this.#context.currentTime, 0.02); break;
      case 'ambient': this.#ambient(effect); break;
      case 'track': this.#music(effect); break;
      case 'metronome': this.#metronome(effect); break;
      default:
    }
  }

  /** Turns the sound off or on, without a change of the session. */
  mute(isMuted) {
    this.#out.gain.setTargetAtTime(isMuted ? 0 : 1, this.#context.currentTime, cut);
  }

  /** Places everything in a session that is only rendered, from an instant on. */
  async render(effects, from, until) {
    const begun = layers(effects.filter(({ due }) => due < from), from);
    const rest = effects.filter(({ due }) => due >= from && due < until);
    // What began shortly before is still heard.
    const heard = effects.filter(({ due }) => due >= from - longestSound && due < from).filter(isSound);
    await this.#clips.load([...begun, ...rest, ...heard]);
    for (const effect of [...begun, ...rest]) this.perform(effect);
    await this.place([...heard, ...rest], until);
  }

  // Layers: a bed, a track, beats.

  #layer(clip, at, loop, offset = 0) {
    const source = new AudioBufferSourceNode(this.#context, { buffer: clip.buffer, loop, loopEnd: clip.end });
    const volume = new GainNode(this.#context, { gain: 0 });
    source.connect(volume).connect(this.#duck);
    source.start(at, offset);
    return { source, volume };
  }

  #fade({ volume }, level, at, length) {
    volume.gain.cancelScheduledValues(at);
    volume.gain.setTargetAtTime(level, at, Math.max(cut, length / second) / 4);
  }

  #leave(layer, at, length) {
    if (!layer) return;
    this.#fade(layer, 0, at, length);
    layer.source.stop(at + 2 * Math.max(cut, length / second));
  }

  #ambient({ due, command, bed, fade }) {
    const at = this.#at(due);
    if (command === 'pause' && this.#bed) this.#fade(this.#bed, 0, at, fade);
    if (command === 'resume' && this.#bed) this.#fade(this.#bed, this.#bed.level, at, fade);
    if (['start', 'swap', 'stop'].includes(command)) {
      this.#leave(this.#bed, at, fade);
      this.#bed = null;
    }
    const clip = bed && this.#clips.bed(bed.sound);
    if (!clip) return;
    const level = amplitude(bed.gain);
    this.#bed = { ...this.#layer(clip, at, true), level, duck: bed.duck === 'clear' ? clear : bed.duck };
    this.#fade(this.#bed, level, at, fade);
  }

  #music({ due, command, track, offset, fade }) {
    const at = this.#at(due);
    if (command === 'pause' && this.#track) this.#fade(this.#track, 0, at, fade);
    if (command === 'resume' && this.#track) this.#fade(this.#track, 1, at, fade);
    if (command === 'start' || command === 'stop') {
      this.#leave(this.#track, at, fade ?? 0);
      this.#track = null;
    }
    const clip = command === 'start' && this.#clips.sound(track);
    if (!clip) return;
    this.#track = this.#layer(clip, at, false, offset / second);
    this.#fade(this.#track, 1, at, 0);
  }

  #metronome(effect) {
    const last = this.#beats.at(-1);
    if (last) last.until = Math.min(last.until, effect.due);
    if (effect.command === 'start') this.#beats.push({ ...effect, from: effect.due, until: Infinity });
    this.#beats = this.#beats.slice(-2);
  }

  /** The beats up to an instant, by the metronomes that run and that follow. */
  #beatsOf(effects, until) {
    const runs = this.#beats.map((run) => ({ ...run }));
    for (const effect of effects.filter(({ do: kind }) => kind === 'metronome')) {
      const last = runs.at(-1);
      if (last) last.until = Math.min(last.until, effect.due);
      if (effect.command === 'start' && last?.due !== effect.due) {
        runs.push({ ...effect, from: effect.due, until: Infinity });
      }
    }
    return runs.flatMap((run) => {
      const { sound, origin, nanoseconds, beats, accent, gain, accentGain } = run;
      const clip = this.#clips.sound(sound);
      const found = [];
      const end = Math.min(until, run.until);
      const first = Math.max(run.from, this.now - second / 10) - origin;
      for (let beat = Math.max(0, Math.ceil((first * beats) / nanoseconds)); clip; beat += 1) {
        const due = origin + (beat * nanoseconds) / beats;
        if (due >= end) break;
        found.push({
          key: `beat ${origin} ${beat}`, clip, cue: null, gain, from: this.start + due / second - clip.onset,
          accent: accent && beat % accent === 0 ? accentGain : 0,
        });
      }
      return found;
    });
  }

  /** The bed is lower while somebody speaks. */
  #duckUnderSpeech() {
    const { gain } = this.#duck;
    const now = this.#context.currentTime;
    const speech = [...this.#placed.values()].filter(({ cue }) => cue).sort((a, b) => a.from - b.from);
    gain.cancelScheduledValues(now);
    if (!this.#bed && !this.#track) return;
    const low = amplitude(this.#bed?.duck ?? -12);
    for (const { from, to } of speech) {
      gain.setTargetAtTime(low, Math.max(now, from - fall), fall / 3);
      gain.setTargetAtTime(1, Math.max(now, to + 0.25), rise / 3);
    }
    if (speech.length === 0) gain.setTargetAtTime(1, now, rise / 3);
  }
}
