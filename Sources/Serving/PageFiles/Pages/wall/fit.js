/** Fits names into their boxes: they shrink, wrap between words, shrink further, and at last are cut or left out. */

const step = 0.94;
/** A word that would have to be smaller is broken. */
const mostShrunk = 0.5;

/** Lines must be as high as the font's letters, or every text overflows. */
function overflows(element) {
  return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
}

/** Sets a text and scales it to its box, or else the shorter one; `space` is a key of the box's size. */
export function fit(element, text, space = '', shorter = '') {
  element.dataset.shorter = shorter;
  if (element.dataset.text === text && element.dataset.space === space) return;
  Object.assign(element.dataset, { text, space });
  adjust(element);
}

function adjust(element) {
  const { shorter, smallest = 0.7, wrap = smallest } = element.dataset;
  let { text = '' } = element.dataset;
  element.textContent = text;
  element.classList.remove('wrapped', 'broken');
  let share = 1;
  const shrink = (least) => {
    while (share > least && overflows(element)) {
      share = Math.max(least, share * step);
      element.style.setProperty('--shrink', share);
    }
  };
  element.style.setProperty('--shrink', share);
  if (shorter && overflows(element)) {
    text = shorter;
    element.textContent = text;
  }
  // A single word has nowhere to wrap.
  shrink(/\s/.test(text) ? wrap : Math.max(smallest, mostShrunk));
  // Then between words, and at last within them.
  for (const [name, least] of [['wrapped', Math.max(smallest, mostShrunk)], ['broken', smallest]]) {
    if (!overflows(element)) return;
    element.classList.add(name);
    share = 1;
    element.style.setProperty('--shrink', share);
    shrink(least);
  }
  const letters = [...text];
  while (letters.pop() && overflows(element)) element.textContent = `${letters.join('')}…`;
  if (overflows(element)) element.textContent = '';
}

/** Fits all texts again after the layout has changed. */
export function refit(parent) {
  parent.querySelectorAll('.fits').forEach(adjust);
}
