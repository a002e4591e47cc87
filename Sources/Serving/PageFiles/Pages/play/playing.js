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
  /** The groups of the last phase in any, and all phases that were ahead, by their places. */
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
    const isPlaying = ['running', 'lead-in'].includes(at.state) && hasBegun && !failure;
    const { position, remaining } = run.values.place ?? {};
    stage.update({
      isPlaying, hasBegun, isFailed: failure !== '', phase: at.phase,
      place: remaining == null ? null : { duration: (position + remaining) / 1e9, position: position / 1e9 },
    });
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

  function chapters() {
    const { values } = player.run;
    const { position = 0, t = 0, phaseStart = t } = values.place ?? {};
    const start = Math.max(0, position - (t - phaseStart));
    const isKnown = (phase) => phase?.position != null;
    for (const phase of values.ahead?.filter(isKnown) ?? []) known.set(phase.position, phase);
    if (values.phase) known.set(start, values.phase);
    const open = (values.ahead ?? []).filter((phase) => !isKnown(phase));
    return [...[...known].sort(([one], [other]) => one - other), ...open.map((phase) => [null, phase])]
      .map(([at, phase]) => ({
        phase: named(phase, { language: player.run.language, translations: values.translations }),
        time: aheadLength(phase), position: at == null ? null : at / 1e9, isCurrent: at === start,
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
    const { position, remaining } = player.run.values.place ?? {};
    if (remaining == null) return;
    perform({ do: 'jump', to: `${(Math.max(0, (clientX - left) / width) * (position + remaining)) / 1e9}s` });
  });
  player.changedBy = () => frames.request();
  frames.request();
  return perform;
}
