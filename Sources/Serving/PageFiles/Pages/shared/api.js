/** The server's interface. */

import { address } from './elements.js';
import { refusal, word } from './words.js';

/** An error reply of the server. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.reason ?? `the server answered ${status}`);
    this.status = status;
    this.error = answer.error;
    this.problems = answer.problems ?? [];
    this.nearest = answer.nearest;
  }
}

/** Longer than the server gives one run of its command, which reads, checks and saves files. */
export const commandTime = 65_000;

async function ask(path, options = {}) {
  const response = await fetch(address(path), { ...options, signal: options.signal ?? AbortSignal.timeout(10_000) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

/** Sends a request that only reads. */
export const get = (path, options) => ask(path, options);

/** Sends a request for which the server runs its command. */
export const read = (path) => ask(path, { signal: AbortSignal.timeout(commandTime) });

/** Sends a request that changes something. */
export const post = (path, body, options = {}) =>
  ask(path, {
    ...options, method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });

/** Deletes something. */
export const remove = (path) => ask(path, { method: 'DELETE', headers: { 'Content-Type': 'application/json' } });

/** Sends a request to a run; `as` names this page in the run's events. */
export const request = (run, fields, as) => post(`/api/runs/${encodeURIComponent(run)}/requests`, { ...fields, as });

/** The message for a failed request. */
export const explanation = (error) => (error instanceof Refused ? refusal(error.message) : word('noContact'));

/** For how many milliseconds the reason of a refusal is true; undefined if it remains so. */
export const validity = (error) => (error.message.startsWith('toggled less than 0.5 s') ? 500 : undefined);

const levels = ['none', 'view', 'control'];

/** Whether `access` includes `least`. */
export const allows = (access, least) => levels.indexOf(access) >= levels.indexOf(least);

/** Exchanges the token in the link for a cookie, and returns this browser's access. */
export async function access() {
  const link = new URLSearchParams(location.hash.slice(1));
  const token = link.get('k');
  if (token != null) {
    const login = post('/api/login', { token });
    await login.then(forgetToken, (error) => error instanceof Refused && forgetToken());
    await login;
  }
  // The user's own server has let this browser in already.
  if (link.has('s')) {
    sessionStorage.setItem('secret', link.get('s'));
    forgetToken();
  }
  return (await get('/api/health')).access;
}

const forgetToken = () => history.replaceState(null, '', location.pathname + location.search);

// A link was opened in a tab that already shows its page.
addEventListener('hashchange', () => location.hash.startsWith('#k=') && location.reload());

/** The run named in this page's address, such as `tabata` in `/wall/tabata`; null if there is none. */
export function runOfAddress() {
  const name = location.pathname.slice(address('/').length).split('/')[1];
  return name ? decodeURIComponent(name) : null;
}
