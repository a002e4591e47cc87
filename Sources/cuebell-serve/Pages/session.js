/**
 * A run as a value, and its reading at an instant. All functions are pure and read no clock, so a page that has lost
 * the server continues to count along the known plan.
 *
 * Times are milliseconds; those of phases are session times.
 */

const ms = (nanoseconds) => (nanoseconds == null ? null : nanoseconds / 1e6);

/** The number of phases in the server's outlook; a shorter one contains the end. */
const longestOutlook = 20;

const phaseOf = (json, start, end) => json && { ...json, length: ms(json.length), start, end };

const anchorOf = (place) => ({
  t: ms(place.t), elapsed: ms(place.elapsed), remaining: ms(place.remaining), isRunning: place.rate !== 0,
});

/** The run in a `state` event; null if there is none. */
export function runOf(report) {
  if (report.name == null || report.epoch == null) return null;
  const { values } = report;
  return {
    name: report.name, workout: report.workout, session: report.session, epoch: ms(report.epoch), speed: report.speed,
    values, course: courseOf(values), decided: null, ending: null, isSilent: !report.answers,
  };
}

function courseOf({ place, phase, ahead, next }) {
  if (place == null) return { anchor: { t: 0, elapsed: 0, remaining: null, isRunning: false }, phase: null };
  return {
    anchor: anchorOf(place), phase: phaseOf(phase, ms(place.phaseStart), ms(place.phaseEnd)), ahead, next,
  };
}

/** The run after a `change`. */
export function changed(run, { t, change }) {
  const values = { ...run.values, ...change };
  const course = { ...run.course, ahead: values.ahead, next: values.next };
  let { decided } = run;
  if (change.place) {
    Object.assign(course, courseOf(values));
  } else if ('phase' in change || 'ahead' in change) {
    // A phase that begins at the end of the previous one only changes the phase; it begins at the time of the change.
    const length = ms(values.phase?.length);
    course.phase = phaseOf(values.phase, ms(t), length == null ? null : ms(t) + length);
  }
  // The decided event has happened, or another one came first.
  if (change.place || 'phase' in change || 'ahead' in change) decided = null;
  return { ...run, values, course, decided, isSilent: false };
}

/**
 * The run after a decided event, which will be heard at its `t`: a move to another phase is shown on time, regardless
 * of the delay of the message.
 *
 *
 */
export function announced(run, event) {
  if (event.event !== 'phase' || event.remaining === undefined) return run;
  const known = run.course.ahead?.[0];
  const isNext = known?.name === event.name && known.set === event.set;
  const json = {
    name: event.name, intensity: event.intensity, set: event.set, sets: event.sets, reps: event.reps ?? null,
    target: event.target,    open: isNext ? known.open : event.end == null, length: event.end == null ? null : event.end - event.start,
  };
  const anchor = { ...anchorOf({ ...event, rate: run.course.anchor.isRunning ? 1 : 0 }) };
  const ahead = isNext ? run.course.ahead.slice(1) : null;
  const decided = { anchor, phase: phaseOf(json, ms(event.start), ms(event.end)), ahead, next: ahead?.[0] };
  return { ...run, decided };
}

/** The run after its end. */
export const ended = (run, ending) => ({ ...run, ending, isSilent: false });

/** The run while it doesn't reply. */
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

/**
 * The reading at an instant of the server's boot clock.
 */
export function reading(run, boot) {
  const state = run.ending?.outcome ?? stateOf(run.values);
  const time = (boot - run.epoch) * run.speed;
  const course = run.decided && time >= run.decided.anchor.t ? run.decided : run.course;
  const { anchor } = course;
  const isCounting = anchor.isRunning && !run.ending;
  // The page's clock may be slightly behind: events of the server have happened.
  let now = isCounting ? Math.max(time, anchor.t) : anchor.t;
  let { phase, next, ahead } = course;
  if (isCounting && phase) now = Math.max(now, phase.start);
  const since = now - anchor.t;
  while (isCounting && phase?.end != null && now >= phase.end && ahead?.length) {
    const length = ms(ahead[0].length);
    phase = phaseOf(ahead[0], phase.end, length == null ? null : phase.end + length);
    ahead = ahead.slice(1);
    next = ahead[0] ?? null;
  }
  return {
    state, phase, next: next ?? null, isLast: next == null && ahead != null && ahead.length < longestOutlook,
    passed: phase ? Math.max(0, now - phase.start) : 0,
    left: phase?.end == null ? null : Math.max(0, phase.end - now),
    elapsed: run.ending?.elapsed == null ? anchor.elapsed + since : ms(run.ending.elapsed),
    remaining: anchor.remaining == null ? null : Math.max(0, anchor.remaining - since),
  };
}

/** Why the timer is stopped, in words; empty while it runs. The page capitalizes the first letter. */
export function statusText(run, { state, elapsed }, time) {
  switch (state) {
    case 'lead-in': return 'preparing';
    case 'paused':
      switch (run.values.reason) {
        case 'interruption': return 'paused: interrupted';
        case 'suspend': return 'paused: the machine slept';
        case 'restored': return 'paused: picked up where it was left';
        default: return 'paused';
      }
    case 'ending': return 'ending';
    case 'finished': return `finished after ${time(elapsed)}`;
    case 'stopped': return `stopped after ${time(elapsed)}`;
    case 'interrupted': return `interrupted at ${time(elapsed)}`;
    case 'takenOver': return `another run took over at ${time(elapsed)}`;
    case 'failed': return `failed: ${run.values.reason ?? ''}`;
    default: return '';
  }
}
