/** The run that a page shows, with the connection to it. */

import { RunLink } from './link.js';
import { announced, changed, ended, reading, runOf, silent } from './session.js';
import { passedText } from './text.js';

/** How long the end of a run stays on a page that isn't for one run alone. */
const endingTime = 180_000;

/**
 * Follows a run, or where `name` is null the one that matters; `changedBy(kind)` is called after each event, and with
 * `contact` when the connection has changed.
 */
export class RunModel {
  run = null;
  contact = { contact: 'connecting' };
  #endedAt = 0;
  #name;

  constructor(name, least, changedBy) {
    this.#name = name;
    const path = name == null ? '/api/events' : `/api/runs/${encodeURIComponent(name)}/events`;
    this.link = new RunLink(path, least, (kind, data) => {
      this.#take(kind, data);
      changedBy(kind);
    }, (contact) => {
      this.contact = contact;
      changedBy('contact');
    });
  }

  #take(kind, data) {
    switch (kind) {
      case 'state': {
        const run = runOf(data);
        // How the last run has ended stays to be read until there is another.
        if (run || !this.run?.ending) this.run = run;
        break;
      }
      case 'change': if (this.run) this.run = changed(this.run, data); break;
      case 'event': if (this.run) this.run = announced(this.run, data); break;
      case 'silent': if (this.run) this.run = silent(this.run); break;
      case 'ended':
        if (this.run) this.run = ended(this.run, data);
        this.#endedAt = performance.now();
        break;
      default:
    }
  }

  /** The instant of the server's boot clock. */
  get now() {
    return this.link.clock.isSet ? this.link.clock.now() : null;
  }

  /** What is on `later` milliseconds from now; null while there is no run. */
  reading(later = 0) {
    const { run, now } = this;
    if (run?.ending && this.#name == null && performance.now() - this.#endedAt > endingTime) this.run = null;
    return this.run && now != null ? reading(this.run, now + later) : null;
  }

  /** How long the end of the run stays; null where it does for good. */
  get endingLeft() {
    return this.#name == null ? Math.max(0, this.#endedAt + endingTime - performance.now()) + 50 : null;
  }

  /** Whether the run, the server and this page understand each other. */
  get isInContact() {
    return this.contact.contact === 'live' && this.run != null && !this.run.isSilent && !this.run.ending;
  }

  /** `live`, `lost`, `silent`, `denied` or `connecting`. */
  get contactName() {
    return this.contact.contact === 'live' && this.run?.isSilent ? 'silent' : this.contact.contact;
  }

  /** What is wrong with the contact, in words; empty where nothing is. */
  get contactText() {
    switch (this.contactName) {
      case 'lost': {
        const lost = this.reading(this.contact.since - performance.now());
        return lost ? `no contact since ${passedText(lost.elapsed)}` : 'no contact';
      }
      case 'silent': return 'no answer';
      default: return '';
    }
  }
}
