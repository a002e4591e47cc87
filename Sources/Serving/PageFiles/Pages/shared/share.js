/** A link and its QR code, for another phone. */

import { explanation, read } from './api.js';
import { made } from './elements.js';
import { word } from './words.js';

/** Shows the link at an address of the server in an element, with what it is for, or hides it again. */
export async function share(part, path, how) {
  part.hidden = !part.hidden;
  if (part.hidden) return;
  part.replaceChildren();
  try {
    const { link, code } = await read(path);
    const field = made('input', { readOnly: true, value: link, ariaLabel: word('share') });
    const copy = made('button', { type: 'button' }, word('copyLink'));
    copy.addEventListener('click', async () => {
      field.select();
      // Where the page came without encryption, browsers have the old way alone.
      const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false)
        ?? document.execCommand('copy');
      if (isCopied) copy.textContent = word('copied');
    });
    part.append(...(code ? [made('img', { src: code, alt: '' })] : []),
      made('div', {}, made('p', {}, how), field, copy));
    part.scrollIntoView({ block: 'center' });
  } catch (error) {
    part.append(made('p', { className: 'problem', textContent: explanation(error) }));
  }
}
