/** The text of a workout that is being edited: with its past for undo, and kept in the browser until it is saved. */

/** How many letters of past texts are kept, and how long typing in one field is one change. */
const [mostLetters, pause] = [4_000_000, 1_500];

export class Draft {
  #past = [];
  #future = [];
  #last = { field: null, at: 0 };
  #key;

  constructor(id, text, version) {
    this.#key = `edit:${id}`;
    Object.assign(this, { id, text, version, saved: text });
  }

  get isDirty() {
    return this.text !== this.saved;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Takes a new text; typing on in the same `field` is one change. */
  change(text, field = null) {
    if (text === this.text) return;
    const now = performance.now();
    const goesOn = field != null && field === this.#last.field && now - this.#last.at < pause;
    if (!goesOn) this.#past.push(this.text);
    this.#last = { field, at: now };
    this.#future = [];
    let letters = 0;
    const first = this.#past.findLastIndex((past) => (letters += past.length) > mostLetters);
    if (first > 0) this.#past.splice(0, first);
    this.#become(text);
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
  }

  #step(from, to) {
    if (from.length === 0) return;
    to.push(this.text);
    this.#last.field = null;
    this.#become(from.pop());
  }

  #become(text) {
    this.text = text;
    this.#keep();
  }

  #keep() {
    try {
      if (!this.isDirty) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify({ text: this.text, version: this.version, at: Date.now() }));
    } catch {
      // Where the browser keeps nothing more, the text is in the page alone.
    }
  }

  /** Has been saved under an ID. */
  wasSaved(id, text, version) {
    localStorage.removeItem(this.#key);
    this.#key = `edit:${id}`;
    Object.assign(this, { id, version, saved: text });
    this.#keep();
  }

  /** What the browser has kept of an earlier visit; null if it is what the file holds. */
  get kept() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key));
      return typeof kept?.text === 'string' && kept.text !== this.saved ? kept : null;
    } catch {
      return null;
    }
  }

  /** Goes on with what was kept, which is based on the version of that time. */
  goOn({ text, version }) {
    this.version = version;
    this.change(text);
  }

  discard() {
    localStorage.removeItem(this.#key);
  }
}
