/** The sounds of a workout, as they were encoded, by name: each is decoded when it is needed first. */

/** How many decoded phrases are kept. */
const mostKept = 120;

const keyOf = ({ text, voice }) => (voice ? `${text}\n${JSON.stringify(voice)}` : text);

/** The bytes that a text in Base64 tells. */
export const bytesOf = (text) => Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));

/** The clips of a workout in an audio context. */
export class Clips {
  #context;
  #bytes;
  #voice;
  #named;
  #decoded = new Map();

  /**
   * A clip has a name, or the text of a phrase, its `onset` and `length`, which is what a listener hears of it, in
   * nanoseconds, and a `clip`, of which `bytes` returns what is encoded. A `voice` has the phrases that have no clip.
   */
  constructor(context, { sounds, beds, phrases }, bytes, voice = null) {
    [this.#context, this.#bytes, this.#voice] = [context, bytes, voice];
    this.#named = new Map([
      ...sounds.map((clip) => [`sound ${clip.name}`, clip]), ...beds.map((clip) => [`bed ${clip.name}`, clip]),
      ...phrases.map((clip) => [`words ${keyOf(clip)}`, clip]),
    ]);
  }

  sound(name) {
    return this.#decoded.get(`sound ${name}`);
  }

  bed(name) {
    return this.#decoded.get(`bed ${name}`);
  }

  phrase(phrase) {
    return this.#decoded.get(`words ${keyOf(phrase)}`) ?? this.#voice?.clip(phrase);
  }

  /** Decodes what effects need. */
  async load(effects) {
    const keys = effects.flatMap(({ do: kind, sound, track, bed, text, voice }) => {
      if (kind === 'speak') return [`words ${keyOf({ text, voice })}`];
      return [sound && `sound ${sound}`, track && `sound ${track}`, bed && `bed ${bed.sound}`].filter(Boolean);
    });
    await Promise.all([...new Set(keys)].map((key) => this.#load(key)));
  }

  async #load(key) {
    const clip = this.#named.get(key);
    // Words that can't be spoken have none.
    if (clip?.clip == null || this.#decoded.has(key)) return;
    const bytes = this.#bytes(clip.clip);
    const decoded = await this.#context.decodeAudioData(bytes.buffer).catch(() => null);
    if (!decoded) return;
    // What an encoder adds at the end isn't heard.
    const { onset = 0, length = decoded.duration * 1e9 } = clip;
    this.#decoded.set(key, { buffer: decoded, onset: onset / 1e9, end: (onset + length) / 1e9 });
    const phrases = [...this.#decoded.keys()].filter((one) => one.startsWith('words '));
    for (const old of phrases.slice(0, -mostKept)) this.#decoded.delete(old);
  }
}
