/** The wall with its own controls, in a page that plays a workout itself: buttons, keys, phases, the lock screen. */

import { Awake } from './awake.js';
import { element, made, setAttribute } from './elements.js';
import { refit } from './fit.js';
import { commandOf, keyOf } from './keys.js';
import { nameText } from './text.js';
import { word } from './words.js';

function button(id, icon, label, action) {
  const one = made('button', { id, type: 'button', ariaLabel: word(label) });
  if (icon) one.dataset.icon = icon;
  one.addEventListener('click', action);
  return one;
}

function chapterOf({ phase, time, isCurrent }, action) {
  const chip = made('i', 'chip');
  chip.dataset.intensity = phase.intensity;
  const set = phase.set == null || phase.sets === 1 ? '' : ` ${phase.set}${phase.sets == null ? '' : `/${phase.sets}`}`;
  const row = made('button', { type: 'button', className: 'chapter', disabled: !action },
    chip, made('span', {}, nameText(phase) + set), made('time', {}, time));
  row.addEventListener('click', action);
  const item = made('li', {}, row);
  setAttribute(item, 'aria-current', isCurrent);
  return item;
}

/** What a lock screen can ask for. */
const handlers = {
  play: () => ({ do: 'resume' }), pause: () => ({ do: 'pause' }),
  previoustrack: () => ({ do: 'back' }), nexttrack: () => ({ do: 'next' }),
  seekbackward: ({ seekOffset }) => ({ do: 'jump', by: `-${seekOffset ?? 10}s` }),
  seekforward: ({ seekOffset }) => ({ do: 'jump', by: `${seekOffset ?? 10}s` }),
  seekto: ({ seekTime }) => ({ do: 'jump', to: `${seekTime}s` }),
};

export class Stage {
  #name;
  #perform;
  #chapters;
  #awake;
  #told = '';

  /**
   * Shows the controls of the workout called `name`: `picture` is its plan, and `about` its length. `perform(fields)`
   * does what a request asks for, `chapters()` lists phases, each with a `time` and its `position` in seconds, and
   * `redraw()` draws the wall.
   */
  constructor({ name, description, picture, about, start = 'start', hasLonger, perform, chapters, redraw }) {
    [this.#name, this.#perform, this.#chapters] = [name, perform, chapters];
    this.#awake = new Awake(element('video'), redraw);
    const press = (fields) => () => perform(fields);
    const longer = button('longer', '', 'keyLength', press({ do: 'extend', by: '15s' }));
    longer.textContent = '+15 s';
    const controls = made('nav', { id: 'controls' }, button('go-back', 'back', 'back', press({ do: 'back' })),
      button('toggle', 'play', start, press({ do: 'toggle' })),
      button('go-next', 'next', 'next', press({ do: 'next' })), hasLonger ? longer : null,
      button('chapters', 'list', 'phases', () => this.#open()));
    const begin = made('section', { id: 'begin' }, made('h2', {}, name), picture, made('p', {}, description),
      button('large', 'play', start, press({ do: 'toggle' })), made('p', {}, about));
    const dialog = made('dialog', { id: 'phases' }, made('ol'));
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    document.body.append(controls, begin, dialog);
    addEventListener('keydown', (event) => this.#press(event));
    for (const [action, fields] of Object.entries(handlers)) {
      // A browser throws where it doesn't know an action.
      try {
        navigator.mediaSession?.setActionHandler(action, (details) => perform(fields(details)));
      } catch { /* It has no such button. */ }
    }
    addEventListener('resize', () => refit(element('page')));
    document.fonts.ready.then(() => refit(element('page')));
  }

  /** Shows whether it plays, has begun, or must fail, and tells the system which phase it is. */
  update({ isPlaying, hasBegun, isFailed, phase, place }) {
    const isWaiting = !hasBegun && !isFailed;
    element('awake').hidden = !this.#awake.isDoubtful || isWaiting;
    element('begin').hidden = !isWaiting;
    const done = phase?.open ? 'done' : 'next';
    element('toggle').dataset.icon = isPlaying ? 'pause' : 'play';
    element('go-next').dataset.icon = done;
    setAttribute(element('toggle'), 'aria-label', word(isPlaying ? 'pause' : hasBegun ? 'resume' : 'start'));
    setAttribute(element('go-next'), 'aria-label', word(done));
    const session = navigator.mediaSession;
    if (!session || !hasBegun) return;
    session.playbackState = isPlaying ? 'playing' : 'paused';
    if (place) session.setPositionState?.({ ...place, playbackRate: 1 });
    const title = phase ? nameText(phase) : this.#name;
    if (this.#told === title) return;
    this.#told = title;
    const chapterInfo = this.#chapters().filter(({ position, time }) => position != null && time)
      .map((chapter) => ({ title: nameText(chapter.phase), startTime: chapter.position }));
    session.metadata = new MediaMetadata({ title, artist: this.#name, album: 'Cuebell', chapterInfo });
  }

  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || element('phases').open) return;
    const key = keyOf(event);
    if (key === 'f') {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen?.().catch(() => {});
      return;
    }
    // A button that has the focus is pressed by these keys.
    if ([' ', 'Enter'].includes(key) && event.target.closest?.('button')) return;
    const fields = commandOf(key, () => null);
    if (!fields) return;
    event.preventDefault();
    this.#perform(fields);
  }

  /** The phases: one whose place is known can be reached by a press. */
  #open() {
    const list = element('phases').querySelector('ol');
    list.replaceChildren(...this.#chapters().map((chapter) =>
      chapterOf(chapter, chapter.position == null ? null : () => this.#goTo(chapter.position))));
    element('phases').showModal();
    const current = list.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'center' });
    current?.firstElementChild.focus();
  }

  async #goTo(position) {
    element('phases').close();
    await this.#perform({ do: 'resume' });
    this.#perform({ do: 'jump', to: `${position}s` });
  }
}
