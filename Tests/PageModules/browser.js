// What the modules take from a browser in their tests.

globalThis.navigator ??= { language: 'en' };
globalThis.document ??= {
  documentElement: {}, getElementById: () => null, querySelectorAll: () => [], addEventListener() {},
};

/** Numbers from 0 to 1 that are the same in each run. */
export function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A node of the sound; `log` gets what is played and stopped, with its time. */
class SoundNode {
  gain = {
    value: 1, setValueAtTime() {}, linearRampToValueAtTime() {}, setTargetAtTime() {}, cancelScheduledValues() {},
  };

  constructor(context, { buffer } = {}) {
    Object.assign(this, { context, buffer });
  }

  connect(target) {
    return target;
  }

  start(at) {
    this.at = at;
    this.context.log.push(['start', this.buffer.name, at]);
  }

  stop(at) {
    this.context.log.push(['stop', this.buffer.name, at]);
  }
}

Object.assign(globalThis, { GainNode: SoundNode, WaveShaperNode: SoundNode, AudioBufferSourceNode: SoundNode });

/** Clips of half a second, whose sound begins after 10 ms. */
export const clips = {
  load: async () => {},
  sound: (name) => ({ buffer: { name, duration: 0.5 }, onset: 0.01, end: 0.4 }),
  bed: (name) => ({ buffer: { name, duration: 20 }, onset: 0, end: 20 }),
  phrase: ({ text }) => ({ buffer: { name: text, duration: 0.5 }, onset: 0.01, end: 0.4 }),
};
