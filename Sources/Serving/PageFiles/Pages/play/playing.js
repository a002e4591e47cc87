/** What a session that plays in this page shows: the wall, with its controls. */

import { blocksOf, workoutLength } from './blocks.js';
import { clock, phaseView, show } from './display.js';
import { element } from './elements.js';
import { Frames } from './frames.js';
import { roundSums } from './groups.js';
import { reading, statusText } from './session.js';
import { Stage } from './stage.js';
import { aheadLength, passedText } from './text.js';
import { named, titled, word } from './words.js';

/** Shows the session of a player; returns what does a user's request. */
export function showSession(player) {
  const { page } = player;
  const frames = new Frames(draw);
  let failure = '';
  /** The groups of the last phase in any, and the phases whose places are known, by these. */
  let lastGroups = [];
  const known = new Map();

  function view(at) {
    const { run } = player;
    const common = { contact: 'live', time: clock(), workout: titled(run.workout, run.values) };
    if (failure) return { ...common, state: 'none', title: failure };
    if (run.ending) {
      const sums = [[passedText(at.elapsed), word('time')], ...roundSums(run.rounds, lastGroups, true)];
      const praise = run.ending.outcome === 'finished' ? word('wellDone') : '';
      return { ...common, state: 'finished', over: run.ending.outcome, share: null, praise, sums };
    }
    if (!at.phase) return { ...common, state: 'none' };
    return { ...common, ...phaseView(run, at), status: player.hasBegun ? statusText(run, at, passedText) : '' };
  }

  function draw() {
    const { run, hasBegun } = player;
    const at = reading(run, player.now);
    if (at.groups.length > 0) lastGroups = at.groups;
    remember(at);
    const isPlaying = ['running', 'lead-in'].includes(at.state) && hasBegun && !failure;
    const place = at.remaining == null ? null
      : { duration: (at.position + at.remaining) / 1e3, position: at.position / 1e3 };
    stage.update({ isPlaying, hasBegun, isFailed: failure !== '', phase: at.phase, place });
    const rest = show(view(at), run, at);
    return isPlaying ? rest : null;
  }

  async function perform(fields) {
    if (failure) return;
    try {
      await player.request(fields);
    } catch (error) {
      failure = word('cannotPlay');
      throw error;
    } finally {
      frames.request();
    }
  }

  /** Remembers the phases by their places, of which those ahead may move; returns the place of the current one. */
  function remember({ phase: shown }) {
    const { values: { phase, ahead }, course: { anchor } } = player.run;
    if (!shown || !phase) return null;
    const start = Math.max(0, Math.round((shown.start - anchor.t + anchor.position) * 1e6));
    for (const at of [...known.keys()]) if (at > start - 1e6) known.delete(at);
    known.set(start, phase);
    for (const next of ahead ?? []) if (next.position != null) known.set(next.position, next);
    return start;
  }

  function chapters() {
    const start = remember(reading(player.run, player.now));
    const { ahead, translations } = player.run.values;
    const source = { language: player.run.language, translations };
    const unknown = (ahead ?? []).filter(({ position }) => position == null).map((phase) => [null, phase]);
    return [...[...known].sort(([one], [other]) => one - other), ...unknown].map(([at, phase]) => ({
      phase: named(phase, source), time: aheadLength(phase), position: at == null ? null : at / 1e9,
      isCurrent: at != null && at === start,
    }));
  }

  const stage = new Stage({
    name: titled(page.name, page), description: titled(page.description, page), picture: blocksOf(page.strip),
    about: player.isRestored ? word('pausedRestored') : workoutLength(page),
    start: player.isRestored ? 'resume' : 'start', hasLonger: true, perform, chapters, redraw: () => frames.request(),
  });
  const track = element('strip').querySelector('.track');
  track.prepend(blocksOf(page.strip));
  track.addEventListener('pointerdown', ({ clientX }) => {
    const { left, width } = track.getBoundingClientRect();
    const { position, remaining } = reading(player.run, player.now);
    if (remaining == null) return;
    const wanted = Math.max(0, (clientX - left) / width) * (position + remaining);
    perform({ do: 'jump', to: `${Math.round(wanted) / 1e3}s` });
  });
  player.changedBy = () => frames.request();
  frames.request();
  return perform;
}
