/** A sound to hear on the page. */

import { address, made } from './elements.js';
import { word } from './words.js';

/** The button that plays the sound of an address, and pauses it. */
export function hear(path) {
  const [sound, bar, text] = [new Audio(), made('i'), made('span', {}, word('hear'))];
  const button = made('button', 'hear', bar, text);
  const show = ({ type }) => {
    button.dataset.sound = type;
    button.setAttribute('aria-pressed', String(!sound.paused));
    text.textContent = word(type === 'error' ? 'notPossible' : 'hear');
    // The next press asks for it again.
    if (type === 'error') sound.removeAttribute('src');
  };
  for (const type of ['waiting', 'playing', 'pause', 'ended', 'error']) sound.addEventListener(type, show);
  sound.addEventListener('timeupdate', () => {
    bar.style.transform = `scaleX(${sound.currentTime / sound.duration || 0})`;
  });
  button.addEventListener('click', () => {
    if (!sound.paused) return sound.pause();
    if (!sound.getAttribute('src')) {
      sound.src = address(path);
      button.dataset.sound = 'waiting';
    }
    return sound.play().catch(() => {});
  });
  return button;
}
