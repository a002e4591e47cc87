/**
 * A run as a value, and its reading at an instant: a page that has lost the server counts along the known plan. Times
 * are milliseconds; those of phases are session times.
 */

import { named, titled, word } from './words.js';

const ms = (nanoseconds) => (nanoseconds == null ? null : nanoseconds / 1e6);

/** The same time in whole nanoseconds: sums in floating point are slightly off. */
export const exact = (time) => Math.round(time * 1e6) / 1e6;

/** By so much a remaining time may exceed whole seconds, as on the terminal: lengths need not be whole seconds. */
export const excess = 1;

/** The most phases in `ahead`; fewer include the last one. */
const longestOutlook = 20;

/** A phase that the user has said is done ends by itself. */
const phaseOf = (json, start, end) =>
  json && { ...json, open: json.open && !json.done, length: ms(json.length), start, end };

const anchorOf = (place) => ({
  t: ms(place.t), elapsed: ms(place.elapsed), position: ms(place.position), remaining: ms(place.remaining),
  isRunning: place.rate !== 0,
});

/** Groups with what is left of their limits at `at`; an unknown limit is that of the group before. */
const groupsOf = (groups, at, before = []) => groups?.map(({ left, passed, ...group }, index) => {
  const old = before?.[index]?.name === group.name ? before[index] : null;
  const start = passed != null ? at - ms(passed) : old?.start ?? null;
  return { ...group, start, end: left != null ? at + ms(left) : old?.end ?? null };
});

/** The run in a `state` event; null if there is none. */
export function runOf(report) {
  if (report.name == null || report.epoch == null) return null;
  const { values } = report;
  return {
    name: report.name, workout: report.workout, language: report.language ?? 'en', session: report.session,
    epoch: ms(report.epoch), speed: report.speed,
    values, course: courseOf(values), decided: null, ending: null, isSilent: !report.answers,
  };
}

function courseOf({ place, phase, groups, ahead }) {
  if (place == null) return { anchor: anchorOf({ t: 0, elapsed: 0, rate: 0 }) };
  return {
    anchor: anchorOf(place), phase: phaseOf(phase, ms(place.phaseStart), ms(place.phaseEnd)), ahead,
    groups: groupsOf(groups, ms(place.t)),
  };
}

/** The run after a `change`. */
export function changed(run, { t, change }) {
  const values = { ...run.values, ...change };
  const course = { ...run.course, ahead: values.ahead };
  let { decided } = run;
  if (change.place) {
    Object.assign(course, courseOf(values));
  } else if ('phase' in change || 'ahead' in change) {
    // It begins at the time of the change.
    const length = ms(values.phase?.length);
    course.phase = phaseOf(values.phase, ms(t), length == null ? null : ms(t) + length);
  }
  if (change.groups && !change.place) course.groups = groupsOf(values.groups, ms(t));
  if (change.place || 'phase' in change || 'ahead' in change) decided = null;
  return { ...run, values, course, decided, isSilent: false };
}

/** The run after a decided event, which will be heard at its `t`: another phase is shown on time. */
export function announced(run, event) {
  if (event.event !== 'phase' || event.remaining === undefined) return run;
  const { anchor, ahead, groups } = run.course;
  const index = ahead?.findIndex(({ name, set, position }) => name === event.name && set === event.set
    && (position ?? event.position) === event.position) ?? -1;
  const known = ahead?.[index] ?? { ...event, open: event.end == null && !event.surprise };
  const length = event.end == null ? null : event.end - event.start;
  const decided = {
    anchor: anchorOf({ ...event, rate: anchor.isRunning ? 1 : 0 }), ahead: index < 0 ? null : ahead.slice(index + 1),
    phase: phaseOf({ ...known, length }, ms(event.start), ms(event.end)),
    groups: groupsOf(known.groups, ms(event.start), groups),
  };
  return { ...run, decided };
}

/** The name of a run's workout for the reader. */
export const titleOf = ({ workout, values }) => titled(workout, values);

export const ended = (run, ending) => ({ ...run, ending, isSilent: false });

export const silent = (run) => ({ ...run, isSilent: true });

/** Maps a playback state to the states of the page. */
function stateOf({ playback, reason }) {
  switch (playback) {
    case 'idle': case 'preparingToPlay': return 'lead-in';
    case 'fadingIn': case 'playing': return 'running';
    case 'preparingToPause': case 'paused': return 'paused';
    case 'fadingOut': return reason == null ? 'ending' : 'paused';
    case 'completed': return 'finished';
    case 'stopped': return 'stopped';
    default: return 'failed';
  }
}

/** A phase in the intensity in which it is shown at a time since its start: overtime is red. */
const lit = (phase, passed) => phase && {
  ...phase,
  intensity: phase.overtime ? 'high' : phase.stages?.findLast(({ from }) => ms(from) <= passed)?.intensity
    ?? phase.intensity,
};

/** The reading at an instant of the server's boot clock. */
export function reading(run, boot) {
  const state = run.ending?.outcome ?? stateOf(run.values);
  const time = (boot - run.epoch) * run.speed;
  const course = run.decided && time >= run.decided.anchor.t ? run.decided : run.course;
  const { anchor } = course;
  const isCounting = anchor.isRunning && !run.ending;
  // The page's clock may be slightly behind: events of the server have happened.
  let now = isCounting ? Math.max(time, anchor.t) : anchor.t;
  let { phase, ahead, groups } = course;
  if (isCounting && phase) now = Math.max(now, phase.start);
  const since = now - anchor.t;
  // The run tells what follows an open phase that is cut. What would be shown as nothing is over.
  while (isCounting && phase?.end != null && !phase.open && now >= phase.end - excess) {
    if (phase.goesOn) {
      phase = { ...phase, open: true, overtime: true, goesOn: false, start: phase.end, end: null, length: null };
      break;
    }
    if (!ahead?.length) break;
    const length = ms(ahead[0].length);
    groups = groupsOf(ahead[0].groups, phase.end, groups);
    phase = phaseOf(ahead[0], phase.end, length == null ? null : phase.end + length);
    ahead = ahead.slice(1);
  }
  const passed = phase ? Math.max(0, now - phase.start) : 0;
  const limit = groups?.findLast(({ end }) => end != null);
  const remaining = anchor.remaining == null ? null : Math.max(0, anchor.remaining - since);
  const position = anchor.position + since;
  const source = { language: run.language, translations: run.values.translations };
  const shown = (things) => things?.map((thing) => named(thing, source)) ?? [];
  return {
    state, time, phase: lit(named(phase, source), passed), groups: shown(groups), passed,
    ahead: shown(ahead), isLast: ahead?.length === 0 && course.ahead.length < longestOutlook,
    repetition: phase?.repLength ? Math.min(phase.reps, Math.floor(exact(passed) / ms(phase.repLength)) + 1) : null,
    // The first open phase under a cap counts what the cap counts.
    hasOwnTime: limit != null
      && Math.abs(phase.open ? phase.start - (limit.start ?? Infinity) : phase.end - limit.end) > 1,
    // The time that has passed of a cap is the result.
    limitPassed: limit?.start == null ? null : Math.max(0, now - limit.start),
    limitLeft: limit ? Math.max(0, limit.end - now) : null,
    left: phase?.end == null ? null : Math.max(0, phase.end - now),
    elapsed: run.ending?.elapsed == null ? anchor.elapsed + since : ms(run.ending.elapsed),
    position, remaining,
    share: remaining == null ? null : position / (position + remaining || 1),
  };
}

/** Why the timer is stopped; empty while it runs. */
export function statusText(run, { state, elapsed }, time) {
  switch (state) {
    case 'lead-in': return word('preparing');
    case 'paused':
      switch (run.values.reason) {
        case 'interruption': return word('pausedInterruption');
        case 'suspend': return word('pausedSuspend');
        case 'restored': return word('pausedRestored');
        default: return word('paused');
      }
    case 'ending': return word('ending');
    case 'finished': return word('finishedAfter', { time: time(elapsed) });
    case 'stopped': return word('stoppedAfter', { time: time(elapsed) });
    case 'interrupted': return word('interruptedAt', { time: time(elapsed) });
    case 'takenOver': return word('takenOverAt', { time: time(elapsed) });
    case 'failed': return word('failed');
    default: return run.values.phase?.done ? word('isDone') : '';
  }
}

/** What is unusual about the sound; empty if nothing is. */
export function soundText({ values }) {
  if (values.audible === false) return word('noSound');
  return values.muted ? word('muted') : '';
}
