/** All runs side by side on one wall. */

import { access, get } from './api.js';
import { element, made, setAttribute, setText } from './elements.js';
import { Frames } from './frames.js';
import { RunModel } from './model.js';
import { statusText, titleOf } from './session.js';
import { stripOf } from './start.js';
import { groupsText, mainDigits, nextText, passedText, remainingText, untilNextSecond } from './text.js';
import { own, speak, word } from './words.js';

/** How often to look for runs, and the most that a browser has connections for. */
const [interval, most] = [3_000, 4];

/** A run on its part of the wall. */
class Tile {
  constructor(name) {
    const names = ['workout', 'state', 'total', 'phase', 'groups', 'digits', 'next'];
    this.part = Object.fromEntries(names.map((each) => [each, made('p', each)]));
    const { workout, state, total, phase, groups, digits, next } = this.part;
    [this.chip, this.marker] = [made('i', 'chip'), made('i', 'marker')];
    const strip = stripOf(`/api/runs/${encodeURIComponent(name)}/strip.svg`);
    strip.append(this.marker);
    this.element = made('section', 'tile', made('div', 'line', workout, state, total), phase, groups, digits,
      made('div', 'line foot', this.chip, next), strip);
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
    const digits = phase ? mainDigits(reading).digits : '';
    const state = model.contactText || statusText(run, reading, passedText);
    const size = ['seconds', 'minutes', 'hours'][digits.split(':').length - 1];
    const data = { intensity: phase?.intensity, state: reading.state, size };
    for (const [name, value] of Object.entries(data)) setAttribute(this.element, `data-${name}`, value);
    setAttribute(this.element, 'lang', run.language);
    const texts = {
      workout: titleOf(run), state, total: phase ? remainingText(reading) : '', phase: phase?.name ?? '', digits,
      groups: phase ? groupsText(reading) : '', next: phase ? nextText(reading.ahead, reading.isLast) : '',
    };
    for (const [name, text] of Object.entries(texts)) setText(this.part[name], text);
    const next = phase && reading.ahead[0]?.intensity;
    setAttribute(this.chip, 'data-intensity', next);
    this.chip.hidden = !next;
    this.marker.hidden = reading.share == null;
    this.marker.style.transform = `translateX(${100 * reading.share}%)`;
    return phase && run.course.anchor.isRunning ? untilNextSecond(reading) / run.speed : 60_000;
  }
}

const wall = element('all');
const tiles = new Map();

/** Shows the runs that there are, and looks for new ones from time to time. */
async function look() {
  const { runs } = await get('/api/runs').catch(() => ({ runs: [...tiles.keys()].map((name) => ({ name })) }));
  for (const { name } of runs) if (!tiles.has(name) && tiles.size < most) tiles.set(name, new Tile(name));
  for (const [name, tile] of tiles) if (tile.isOver) tiles.delete(name);
  const none = made('p', 'none', word('noWorkout'));
  wall.replaceChildren(...(tiles.size > 0 ? [...tiles.values()].map((tile) => tile.element) : [none]));
  wall.dataset.count = tiles.size;
  const more = runs.filter(({ name }) => !tiles.has(name)).length;
  setAttribute(wall, 'data-more', more > 0 ? `+${more}` : null);
  setTimeout(look, interval);
}

element('page').remove();
wall.hidden = false;
await Promise.all([speak(own), access().catch(() => {})]);
look();
