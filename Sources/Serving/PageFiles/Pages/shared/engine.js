/** The engine, compiled to WebAssembly: it reads workouts and plays sessions. Times are whole nanoseconds. */

/** The most bytes of a workout in a link, as everywhere. */
const longestText = 1 << 20;
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** Why a call isn't answered; `problems` are those of a workout, `nearest` a short form that may be meant. */
class EngineError extends Error {
  constructor({ error, problems, nearest }) {
    super(error);
    Object.assign(this, { problems: problems ?? [], nearest });
  }
}

/** The engine of a page. A call and its answer are texts in its memory. */
export class Engine {
  #module;
  #engine;

  /** Loads the engine from bytes, which are compressed unless a server has told the browser so. */
  static async load(bytes) {
    const engine = new Engine();
    const stream = new Blob([bytes]).stream();
    const isPacked = new Uint8Array(bytes)[0] === 0x1f;
    const code = new Response(isPacked ? stream.pipeThrough(new DecompressionStream('gzip')) : stream,
      { headers: { 'Content-Type': 'application/wasm' } });
    engine.#module = (await WebAssembly.instantiateStreaming(code)).instance.exports;
    engine.#engine = engine.#module.make();
    return engine;
  }

  /** The answer to a call, both as JSON in a line. */
  answer(call) {
    const { memory, allocate, release, answer } = this.#module;
    const bytes = encoder.encode(call);
    const sent = allocate(bytes.length);
    new Uint8Array(memory.buffer, sent, bytes.length).set(bytes);
    const received = answer(this.#engine, sent, bytes.length);
    const length = new DataView(memory.buffer).getUint32(received, true);
    const text = decoder.decode(new Uint8Array(memory.buffer, received + 4, length));
    release(sent);
    release(received);
    return text;
  }

  call(name, fields) {
    const answer = JSON.parse(this.answer(JSON.stringify({ call: name, ...fields })));
    if (answer.error != null) throw new EngineError(answer);
    return answer;
  }

  /** What a page shows of a workout: the text of a file or link, or a short form; with `files`, it has those. */
  read(text, options = {}) {
    return this.call('read', { text, ...options });
  }

  /** The words of a language, as a server sends them. */
  words(language) {
    return this.call('words', { language });
  }

  /** A session of a workout: new, or with a `log` that of an earlier page, paused where it was. */
  open(text, options = {}) {
    return new Session(this, this.call('open', { text, ...options }));
  }
}

/** A session that a page plays. */
class Session {
  #engine;
  #number;
  /** What it is, as a server's `state` tells, and when it must be woken next; null for never. */
  state;
  deadline;

  constructor(engine, { session, deadline, ...state }) {
    [this.#engine, this.#number, this.state, this.deadline] = [engine, session, state, deadline];
  }

  #call(name, fields) {
    const answer = this.#engine.call(name, { session: this.#number, ...fields });
    if ('deadline' in answer) this.deadline = answer.deadline;
    return answer;
  }

  /** Does something at an instant: `{ action }` as a log names it, or the `{ request }` of a user, such as a key's. */
  send(action, at) {
    return this.#call('send', { ...action, at: Math.round(at) });
  }

  /** The values of all properties at an instant. */
  place(at) {
    return this.#call('place', { at: Math.round(at) }).values;
  }

  /** What has to be heard and done up to an instant if nobody does anything. */
  forecast(until) {
    return this.#call('forecast', { until: Math.round(until) }).effects;
  }

  /** All phrases that may be said. */
  plan() {
    return this.#call('phrases').phrases;
  }

  /** Tells the lengths of phrases and of sounds. */
  learn(lengths) {
    this.#call('learn', lengths);
  }

  /** Everything that was done, as a text for `open`. */
  log() {
    return this.#call('log').log;
  }

  close() {
    this.#call('close');
  }
}

/** The text of a workout in the fragment of a link, `w=…`: compressed, in Base64 for addresses. */
export async function textOfLink(fragment) {
  const data = new URLSearchParams(fragment.replace(/^.*#|^cuebell:/, '').replace(/\s/g, '')).get('w');
  const bytes = Uint8Array.from(atob(data.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > longestText) throw new RangeError('the workout in the link is too long');
    parts.push(value);
  }
  return new Blob(parts).text();
}
