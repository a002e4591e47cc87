/** The wall display: of one run, or of all. */

import { access } from './api.js';
import { own, speak } from './words.js';

const words = speak(own).catch(() => {});
const query = new URLSearchParams(location.search);
document.body.classList.toggle('light', query.has('light'));
if (query.has('all')) {
  document.getElementById('page').remove();
  await Promise.all([words, access().catch(() => {})]);
  const { showAll } = await import('./all.js');
  showAll(document.getElementById('all'));
} else {
  await import('./single.js');
}
