/** The server's interface. */

/** What the server refuses, in its words. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.reason ?? `the server answers ${status}`);
    this.status = status;
    this.error = answer.error;
    this.problems = answer.problems ?? [];
  }
}

async function ask(path, options = {}) {
  const response = await fetch(path, { ...options, signal: options.signal ?? AbortSignal.timeout(10_000) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

/** The answer to a request that changes nothing. */
export const get = (path, options) => ask(path, options);

/** The answer to a request that changes something. */
export const post = (path, body) =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** Sends a request to a run; `as` is what the run's events call this page. */
export const request = (run, fields, as) => post(`/api/runs/${encodeURIComponent(run)}/requests`, { ...fields, as });

/** Why nothing came back, for people. */
export const explanation = (error) => (error instanceof Refused ? error.message : 'no contact with the server');

const levels = ['none', 'view', 'control'];

/** Whether an access allows what needs `least`. */
export const allows = (access, least) => levels.indexOf(access) >= levels.indexOf(least);

/** What somebody without access has to do. */
export const accessAdvice = 'Open the link that cuebell serve prints: it lets this browser in.';

/**
 * Trades the token of the link for a cookie, takes it out of the address, and returns what this browser may do.
 */
export async function access() {
  const token = new URLSearchParams(location.hash.slice(1)).get('k');
  if (token != null) {
    const login = post('/api/login', { token });
    await login.then(forgetToken, (error) => error instanceof Refused && forgetToken());
    await login;
  }
  return (await get('/api/health')).access;
}

const forgetToken = () => history.replaceState(null, '', location.pathname + location.search);

// A link that is opened where its page is already.
addEventListener('hashchange', () => location.hash.startsWith('#k=') && location.reload());

/** The name of the run in this page's address, such as `tabata` in `/wall/tabata`; null for whichever runs. */
export function runOfAddress() {
  const name = location.pathname.split('/')[2];
  return name ? decodeURIComponent(name) : null;
}
