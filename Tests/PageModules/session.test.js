import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';

const { announced, changed, ended, reading, runOf } = await import('./session.js');

const second = 1e9;
const phase = (name, length) => ({ name, id: name, intensity: 'high', open: length == null, length });

/** A run of three phases, 20, 10 and 5 seconds, that began at 100 s of the server's clock. */
const run = () => runOf({
  name: 'w', workout: 'W', epoch: 100 * second, speed: 1, answers: true,
  values: {
    playback: 'playing', phase: phase('A', 20 * second), groups: [],
    place: { t: 0, elapsed: 0, position: 0, remaining: 35 * second, phaseStart: 0, phaseEnd: 20 * second, rate: 1 },
    ahead: [phase('B', 10 * second), phase('C', 5 * second)],
  },
});
const at = (run, seconds) => {
  const { phase: { name }, left, remaining, share } = reading(run, (100 + seconds) * 1_000);
  return [name, left, remaining, share];
};

test('counts along the plan that it knows', () => {
  assert.deepEqual(at(run(), 5), ['A', 15_000, 30_000, 1 / 7]);
  assert.deepEqual(at(run(), 20), ['B', 10_000, 15_000, 4 / 7]);
  assert.deepEqual(at(run(), 34), ['C', 1_000, 1_000, 34 / 35]);
  assert.deepEqual(at(run(), 99).slice(0, 3), ['C', 0, 0]);
});

test('shows nothing as over a millisecond early', () => {
  assert.equal(at(run(), 19.9985)[0], 'A');
  assert.equal(at(run(), 19.9991)[0], 'B');
});

test('stands while it is paused', () => {
  const place = { t: 6 * second, elapsed: 6 * second, position: 6 * second, remaining: 29 * second, phaseStart: 0,
    phaseEnd: 20 * second, rate: 0 };
  const paused = changed(run(), { t: 6 * second, change: { playback: 'paused', place } });
  assert.deepEqual(at(paused, 60).slice(0, 2), ['A', 14_000]);
  assert.equal(reading(paused, 160_000).state, 'paused');
});

test('shows a phase that was announced when it is heard', () => {
  const event = { event: 'phase', name: 'B', t: 8 * second, elapsed: 8 * second, position: 20 * second,
    remaining: 15 * second, start: 8 * second, end: 18 * second };
  const decided = announced(run(), event);
  assert.equal(at(decided, 7.9)[0], 'A');
  assert.deepEqual(at(decided, 9).slice(0, 2), ['B', 9_000]);
  assert.equal(at(decided, 19)[0], 'C');
});

test('counts beyond the end of a phase with overtime', () => {
  const late = run();
  late.course.phase.goesOn = true;
  const { phase: { name, overtime, intensity }, passed } = reading(late, 123_000);
  assert.deepEqual([name, overtime, intensity, passed], ['A', true, 'high', 3_000]);
});

test('is what it was at its end', () => {
  const over = reading(ended(run(), { outcome: 'stopped', elapsed: 7 * second }), 500_000);
  assert.deepEqual([over.state, over.elapsed], ['stopped', 7_000]);
});
