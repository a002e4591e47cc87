/** What the pages in the hand have in common: who may see them, and the run that goes on meanwhile. */

import { access, allows, explanation } from './api.js';
import { knock } from './admission.js';
import { element } from './elements.js';
import { own, retryTime, speak } from './words.js';

/**
 * Shows the contents of a page to those who may control, and others what `greet` shows; tries again while the server
 * can't be reached.
 */
export async function enter(show, greet = () => knock()) {
  await speak(own);
  try {
    if (!allows(await access(), 'control')) return await greet();
    element('status').textContent = '';
    // The contents don't wait for it.
    import('./now.js').then(({ followRun }) => followRun(), () => {});
    const text = await show();
    if (text) element('status').textContent = text;
    return undefined;
  } catch (error) {
    if (error.status === 401) return knock('wrongKey');
    if (error.status == null) setTimeout(() => enter(show, greet), retryTime);
    element('status').textContent = explanation(error);
    return undefined;
  }
}
