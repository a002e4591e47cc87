/** All runs side by side on one wall. */

import { get } from './api.js';
import { Frames, setAttribute, setText } from './frames.js';
import { groupsText, mainDigits, nextText, passedText, remainingText, untilNextSecond } from './text.js';
import { RunModel } from './model.js';
import { made } from './start.js';
import { statusText } from './session.js';
import { word } from './words.js';

/** How often to look for runs, and the most that a browser has connections for. */
const [interval, most] = [3_000, 4];

/** A run on its part of the wall. */
class Tile {
  constructor(name) {
    this.part = Object.fromEntries(['workout', 'total', 'phase', 'digits', 'groups', 'next'].map((each) => [each, made('p', { className: each })]));
    const { workout, total, phase, digits, groups, next } = this.part;
    this.element = made('section', { className: 'tile' }, made('div', { className: 'line' }, workout, total), phase, groups, digits, next);
    this.model = new RunModel(name, 'view', () => this.frames.request());
    this.frames = new Frames(() => this.draw());
  }

  /** Whether its run is over, or can't be followed. */
  get isOver() {
    return this.model.run?.ending != null && performance.now() - this.model.endedAt > 20_000;
  }

  draw() {
    const { model } = this;
    const reading = model.reading();
    if (!reading) return 60_000;
    const { run } = model;
    const phase = run.ending ? null : reading.phase;
    setAttribute(this.element, 'data-intensity', phase?.intensity);
    setAttribute(this.element, 'lang', run.language);
    const state = model.contactText || statusText(run, reading, passedText);
    const texts = {
      workout: run.workout, total: state || remainingText(reading), phase: phase?.name ?? '', digits: phase ? mainDigits(reading).digits : '',
      groups: phase ? groupsText(reading) : '', next: phase ? nextText(reading.ahead, reading.isLast) : '',
    };
    for (const [name, text] of Object.entries(texts)) setText(this.part[name], text);
    return phase && run.course.anchor.isRunning ? untilNextSecond(reading) / run.speed : 60_000;
  }
}

/** Shows all runs in an element, and looks for new ones. */
export function showAll(wall) {
  const tiles = new Map();
  wall.hidden = false;
  const look = async () => {
    const { runs } = await get('/api/runs').catch(() => ({ runs: [...tiles.keys()].map((name) => ({ name })) }));
    for (const { name } of runs) if (!tiles.has(name) && tiles.size < most) tiles.set(name, new Tile(name));
    for (const [name, tile] of tiles) if (tile.isOver) tiles.delete(name);
    const none = made('p', { className: 'none', textContent: word('noWorkout') });
    wall.replaceChildren(...(tiles.size > 0 ? [...tiles.values()].map((tile) => tile.element) : [none]));
    wall.dataset.count = tiles.size;
    setTimeout(look, interval);
  };
  look();
}
