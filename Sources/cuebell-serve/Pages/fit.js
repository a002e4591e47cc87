/** Makes names fit their place: they shrink, then wrap and shrink on, and at last are cut. */

/** How small a text on one line becomes before it wraps, as a share of its size. */
const wrapping = 0.6;
const step = 0.94;

/** Lines must be as high as the font's letters, or every text overflows. */
function overflows(element) {
  return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
}

/** Sets a text, and its size so that it fits into its `room`. */
export function fit(element, text, room = '') {
  if (element.dataset.text === text && element.dataset.room === room) return;
  Object.assign(element.dataset, { text, room });
  adjust(element);
}

function adjust(element) {
  const { text = '', smallest = 0.7 } = element.dataset;
  element.textContent = text;
  element.classList.remove('wrapped');
  let share = 1;
  const shrink = (least) => {
    while (share > least && overflows(element)) {
      share = Math.max(least, share * step);
      element.style.setProperty('--shrink', share);
    }
  };
  element.style.setProperty('--shrink', share);
  shrink(Math.max(wrapping, smallest));
  if (!overflows(element)) return;
  element.classList.add('wrapped');
  // Nothing is smaller than what can be read from afar.
  shrink(smallest);
  const letters = [...text];
  while (letters.pop() && overflows(element)) element.textContent = `${letters.join('')}…`;
}

/** Fits all texts again, in another space. */
export function refit(parent) {
  parent.querySelectorAll('.fits').forEach(adjust);
}
