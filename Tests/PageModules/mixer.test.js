import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clips } from './browser.js';
import { Mixer } from './mixer.js';

const second = 1e9;
const context = () => ({ currentTime: 10, destination: {}, log: [] });
const sound = (due, name = 'gong') =>
  ({ due, do: 'sound', sound: name, strikes: 1, gain: 0, cue: `${name} ${due}`, align: 'start' });
const words = (due, text, align = 'start') => ({ due, do: 'speak', text, gain: 0, cue: text, align });

test('places a sound so that it is heard, or ends, at its mark', async () => {
  const here = context();
  const mixer = new Mixer(here, clips, 10);
  await mixer.place([sound(2 * second), words(5 * second, 'three', 'end')], 6 * second);
  assert.deepEqual(here.log, [['start', 'gong', 11.99], ['start', 'three', 14.6]]);
});

test('places a strike for each of a sound, and nothing twice', async () => {
  const here = context();
  const mixer = new Mixer(here, clips, 10);
  const effect = { ...sound(second), strikes: 3, spacing: second / 2 };
  await mixer.place([effect], 4 * second);
  await mixer.place([effect], 4 * second);
  assert.deepEqual(here.log.map(([, , at]) => Math.round(at * 100) / 100), [10.99, 11.49, 11.99]);
});

test('takes back what is not wanted any more, and keeps what has begun', async () => {
  const here = context();
  const mixer = new Mixer(here, clips, 10);
  await mixer.place([sound(second), sound(3 * second, 'bell')], 4 * second);
  here.currentTime = 11.2;
  await mixer.place([], 4 * second);
  assert.deepEqual(here.log.slice(2).map(([what, name]) => [what, name]), [['stop', 'bell']]);
});

test('silences the words of some cues', async () => {
  const here = context();
  const mixer = new Mixer(here, clips, 10);
  await mixer.place([words(second, 'one'), words(2 * second, 'two')], 4 * second);
  mixer.perform({ do: 'silence', words: ['two'], fade: 0, due: 0 });
  assert.deepEqual(here.log.slice(2).map(([what, name]) => [what, name]), [['stop', 'two']]);
});

test('places again what was placed where the session has moved', async () => {
  const here = context();
  const mixer = new Mixer(here, clips, 10);
  await mixer.place([sound(60 * second)], 900 * second);
  here.currentTime = 12;
  mixer.move(50 * second);
  await mixer.place([sound(60 * second)], 900 * second);
  assert.deepEqual(here.log.map(([what, , at]) => [what, Math.round(at * 100) / 100]),
    [['start', 69.99], ['stop', 12.01], ['start', 21.99]]);
  // Clocks differ by less.
  mixer.move(50.01 * second);
  assert.equal(here.log.length, 3);
});

test('does not play what is later than half a second', async () => {
  const here = context();
  const mixer = new Mixer(here, clips, 8);
  await mixer.place([sound(second), sound(1.8 * second, 'bell')], 4 * second);
  assert.deepEqual(here.log, [['start', 'bell', 10]]);
});

test('plays the beats of a metronome, with accents, up to where it ends', async () => {
  const here = context();
  const mixer = new Mixer(here, clips, 10);
  const start = {
    due: 0, do: 'metronome', command: 'start', sound: 'tick', origin: 0, nanoseconds: 3 * second, beats: 7, accent: 4,
    gain: 0, accentGain: 3,
  };
  await mixer.place([start, { due: 2 * second, do: 'metronome', command: 'end' }], 3 * second);
  assert.equal(here.log.length, 5);
  here.log.forEach(([, , at], beat) => assert.ok(Math.abs(at - Math.max(10, 10 + (3 * beat) / 7 - 0.01)) < 1e-9));
});
