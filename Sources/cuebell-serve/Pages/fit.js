/** Makes names fit their place: they shrink, then wrap, then shrink on. */

/** How small a text on one line becomes before it wraps, as a share of its size. */
const wrapping = 0.6;
const step = 0.94;

function overflows(element) {
  return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
}

/** Sets a text, and its size so that it fits. */
export function fit(element, text) {
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  element.textContent = text;
  adjust(element);
}

function adjust(element) {
  element.classList.remove('wrapped');
  let share = 1;
  const resize = (value) => element.style.setProperty('--shrink', value);
  resize(share);
  while (share > wrapping && element.scrollWidth > element.clientWidth + 1) resize(share *= step);
  if (element.scrollWidth <= element.clientWidth + 1) return;
  element.classList.add('wrapped');
  // Nothing is smaller than what can be read from afar.
  const smallest = Number(element.dataset.smallest ?? 0.5);
  while (share > smallest && overflows(element)) resize((share = Math.max(smallest, share * step)));
}

/** Fits all texts again, in another space. */
export function refit(parent) {
  parent.querySelectorAll('.fits').forEach(adjust);
}
