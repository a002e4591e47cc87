/** The event stream of a run, and the state of the connection. */

import { access, allows, explanation, get } from './api.js';
import { ServerClock } from './clock.js';
import { address } from './elements.js';

/** How long a hidden page keeps its connection. */
const patience = 10_000;
/** How often to probe the server, and the time limit. */
const [probeInterval, probeLimit] = [5_000, 2_500];
const clockInterval = 60_000;
/** The delay between attempts; it doubles each time. */
const [firstDelay, longestDelay] = [1_000, 10_000];

const kinds = ['state', 'change', 'event', 'silent', 'ended', 'phones'];

/**
 * Keeps a connection to the events at `path` while the page is visible: `take(kind, data)` receives each event,
 * `show({contact, since, reason})` each change of contact: `connecting`, `live`, `lost` since an instant of
 * `performance.now()`, or `denied` for a reason.
 */
export class RunLink {
  clock = new ServerClock();
  #path;
  #least;
  #take;
  #show;
  #source = null;
  #timers = new Map();
  #contact = { contact: 'connecting' };
  #delay = firstDelay;
  #access = 'none';

  constructor(path, least, take, show) {
    [this.#path, this.#least, this.#take, this.#show] = [path, least, take, show];
    document.addEventListener('visibilitychange', () => this.#follow());
    addEventListener('pageshow', (event) => event.persisted && this.#open());
    this.#follow();
  }

  /** What this browser may do. */
  get access() {
    return this.#access;
  }

  #follow() {
    if (document.hidden) return this.#after('hide', patience, () => this.#close());
    this.#cancel('hide');
    if (!this.#source) return this.#open();
    return this.#measure();
  }

  async #open() {
    this.#close();
    this.#cancel('retry');
    try {
      this.#access = await access();
    } catch (error) {
      if (error.status === 401 || error.status === 429) return this.#denied(explanation(error));
      return this.#disconnected();
    }
    if (!allows(this.#access, this.#least)) return this.#denied();
    await this.#measure();
    if (document.hidden || this.#source) return undefined;
    const source = new EventSource(address(this.#path));
    this.#source = source;
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => {
        if (this.#source !== source) return;
        if (kind === 'state') this.#connected();
        this.#take(kind, JSON.parse(event.data));
      });
    }
    source.addEventListener('error', () => {
      if (this.#source !== source) return;
      // The browser reconnects once by itself.
      const isOver = source.readyState === EventSource.CLOSED || this.#contact.contact === 'lost';
      this.#disconnected({ again: isOver });
    });
    return undefined;
  }

  /** The connection is established. */
  #connected() {
    this.#delay = firstDelay;
    this.#cancel('retry');
    if (!this.#timers.has('clock')) this.#measure();
    this.#set({ contact: 'live' });
    this.#after('probe', probeInterval, () => this.#probe());
  }

  async #measure() {
    this.#after('clock', clockInterval, () => this.#measure());
    try {
      await this.clock.measure();
    } catch {
      // The last clock stays.
    }
  }

  /** A connection may be dead without an error. */
  async #probe() {
    const source = this.#source;
    try {
      await get('/api/time', { signal: AbortSignal.timeout(probeLimit) });
    } catch {
      if (source && source === this.#source) this.#disconnected();
      return;
    }
    this.#after('probe', probeInterval, () => this.#probe());
  }

  /** The connection is lost; `again` is false if the browser reconnects. */
  #disconnected({ again = true } = {}) {
    this.#stopTimers();
    if (this.#contact.contact !== 'lost') this.#set({ contact: 'lost', since: performance.now() });
    if (!again) return;
    this.#close();
    this.#after('retry', this.#delay, () => this.#open());
    this.#delay = Math.min(longestDelay, this.#delay * 2);
  }

  #denied(reason = '') {
    this.#set({ contact: 'denied', reason });
    this.#after('retry', 60_000, () => this.#open());
  }

  #close() {
    this.#source?.close();
    this.#source = null;
    this.#stopTimers();
  }

  #stopTimers() {
    ['probe', 'clock'].forEach((name) => this.#cancel(name));
  }

  #set(contact) {
    this.#contact = contact;
    this.#show(contact);
  }

  #after(name, delay, action) {
    this.#cancel(name);
    this.#timers.set(name, setTimeout(action, delay));
  }

  #cancel(name) {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}
