/** The run of a page and the connection to it. */

import { request } from './api.js';
import { RunLink } from './link.js';
import { announced, changed, ended, reading, runOf, silent } from './session.js';
import { passedText } from './text.js';
import { word } from './words.js';

/** How long a page for any run shows an end. */
const endingTime = 180_000;
/** The moves that have another effect in another phase, and the time within which nobody reacts to a new phase. */
const [moves, reactionTime] = [['next', 'back', 'restartPhase'], 300];
/** Distinguishes this page from others, whose moves may come together with its own. */
const client = `page ${Math.random().toString(36).slice(2)}`;

/** Follows a run, or the current one if `name` is null; calls `changedBy(kind)` after each event. */
export class RunModel {
  run = null;
  contact = { contact: 'connecting' };
  #endedAt = 0;
  #name;
  /** The phase that is shown since an instant, and the one before. */
  #shown = { since: 0 };
  #movedAt = -reactionTime;

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
        // The end of the last run stays visible until there is another run.
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

  /** The current time on the server's boot clock. */
  get now() {
    return this.link.clock.isSet ? this.link.clock.now() : null;
  }

  /** The reading `later` milliseconds from now; null without a run. */
  reading(later = 0) {
    const { run, now } = this;
    if (run?.ending && this.#name == null && performance.now() - this.#endedAt > endingTime) this.run = null;
    const shown = this.run && now != null ? reading(this.run, now + later) : null;
    const id = shown?.phase?.id;
    if (this.isInContact && id !== this.#shown.id) this.#shown = { id, since: performance.now() };
    return shown;
  }

  /** Sends a request to the run, for the phase that the user has seen; `as` names this page in the run's events. */
  request(fields, as) {
    return request(this.run.name, { ...fields, in: moves.includes(fields.do) ? this.#seen() : undefined, client }, as);
  }

  /** The phase for which a move is meant; just after a change or an own move, the session knows whose that was. */
  #seen() {
    const now = performance.now();
    const recent = Math.max(this.#movedAt, this.#shown.since);
    this.#movedAt = now;
    return now - recent < reactionTime ? undefined : this.#shown.id;
  }

  /** When the run has ended, on the clock of `performance.now()`. */
  get endedAt() {
    return this.#endedAt;
  }

  /** How long the end of the run stays visible; null for ever. */
  get endingLeft() {
    return this.#name == null ? Math.max(0, this.#endedAt + endingTime - performance.now()) + 50 : null;
  }

  /** Whether the run, the server and this page are connected. */
  get isInContact() {
    return this.contact.contact === 'live' && this.run != null && !this.run.isSilent && !this.run.ending;
  }

  /** `live`, `lost`, `silent`, `denied` or `connecting`. */
  get contactName() {
    return this.contact.contact === 'live' && this.run?.isSilent ? 'silent' : this.contact.contact;
  }

  /** The message for a lost connection; empty if there is none. */
  get contactText() {
    switch (this.contactName) {
      case 'lost': {
        const lost = this.reading(this.contact.since - performance.now());
        return lost ? word('noContactSince', { time: passedText(lost.elapsed) }) : word('noContact');
      }
      case 'silent': return word('noAnswer');
      default: return '';
    }
  }
}
