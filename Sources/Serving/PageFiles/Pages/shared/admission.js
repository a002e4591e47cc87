/** Letting phones in: this one, which shows digits and asks, and others, about which this one decides. */

import { explanation, get, post } from './api.js';
import { element, made } from './elements.js';
import { retryTime, word } from './words.js';

/** How often to ask whether somebody has decided, in milliseconds. */
const interval = 2_000;

/** Identifies this browser until it is let in; it is the same when the page is loaded again. */
function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const kept = sessionStorage.getItem('secret')
    ?? [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem('secret', kept);
  return kept;
}

/** Leaves nothing of the page but digits, by which somebody else lets this browser in. */
export function knock(title = 'askIn') {
  const page = document.querySelector('main');
  page.dataset.contact = 'denied';
  if (element('knock')) return;
  const [digits, how, again] = [made('b', { role: 'status' }), made('p'), made('button', 'strong', word('askAgain'))];
  const end = (text) => {
    sessionStorage.removeItem('secret');
    [digits.textContent, how.textContent, again.hidden] = ['', text, false];
  };
  const ask = async () => {
    try {
      const { access, digits: shown, left } = await post('/api/phones', { secret: secret() });
      if (access) {
        sessionStorage.removeItem('secret');
        return location.reload();
      }
      if (left * 1_000 <= interval) return end(word('askedInVain'));
      digits.textContent = shown;
      return setTimeout(ask, interval);
    } catch (error) {
      if (error.status == null) return setTimeout(ask, retryTime);
      return end(error.status === 403 ? word('askedInVain') : explanation(error));
    }
  };
  const begin = () => {
    [how.textContent, again.hidden] = [word('askInHow'), true];
    ask();
  };
  again.addEventListener('click', begin);
  page.append(made('section', { id: 'knock' }, made('h1', {}, word(title)), digits, how, again));
  begin();
}

let timer = 0;

/** Shows the phones that ask to be let in, with what can be answered. */
export async function showPhones() {
  clearTimeout(timer);
  const { waiting } = await get('/api/phones').catch(() => ({ waiting: [] }));
  element('phones')?.remove();
  if (waiting.length === 0) return;
  timer = setTimeout(showPhones, 1_000 * Math.min(...waiting.map(({ left }) => left + 1)));
  const answer = (key, digits, letIn) => {
    const button = made('button', letIn ? 'strong' : '', word(key));
    button.setAttribute('aria-label', `${word(key)}: ${digits}`);
    button.addEventListener('click', async () => {
      button.disabled = true;
      await post(`/api/phones/${digits}`, { letIn }).catch(() => {});
      showPhones();
    });
    return button;
  };
  const rows = waiting.map(({ digits }) =>
    made('div', 'phone', made('b', {}, digits), answer('turnAway', digits, false), answer('letIn', digits, true)));
  // A page that has become a wall shows none.
  document.querySelector('nav')?.before(
    made('aside', { id: 'phones', role: 'alert' }, made('p', {}, word('phoneAsks')), ...rows));
}
