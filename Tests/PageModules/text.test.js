import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.js';

const { use } = await import('./words.js');
const { aheadLength, clockText, leftText, lengthText, mainDigits, minutesText, nextText, passedText, untilNextSecond } =
  await import('./text.js');
const { counting, groupText, roundSums } = await import('./groups.js');

use({
  language: 'en', words: {},
  texts: {
    nextPhase: 'Next: {name}', untilDone: 'until done', reps: '{n} rep~{n} reps', minutes: '{n} min', hours: '{time} h',
    theEnd: 'the end', set: 'set', round: 'round', countOf: '{name} {n} of {of}',
  },
});

test('writes whole seconds as minutes and hours', () => {
  const texts = [[0, '0:00'], [59, '0:59'], [60, '1:00'], [3_599, '59:59'], [3_600, '1:00:00'], [36_061, '10:01:01']];
  for (const [seconds, text] of texts) assert.equal(clockText(seconds), text);
});

test('rounds what has passed down, what is left up, and lengths to the nearest', () => {
  assert.equal(passedText(1_999.9), '0:01');
  assert.equal(leftText(1_001.1), '0:02');
  // Lengths need not be whole seconds: by a millisecond more, it is the second before.
  assert.equal(leftText(1_000.9), '0:01');
  assert.equal(lengthText(1_499), '0:01');
  assert.equal(lengthText(1_500), '0:02');
});

test('counts an open phase up, and the limit around a phase first', () => {
  const phase = { open: false };
  assert.deepEqual(mainDigits({ phase, passed: 1_000, left: 9_000 }), { counts: 'down', digits: '9' });
  assert.deepEqual(mainDigits({ phase: { open: true }, passed: 61_000 }), { counts: 'up', digits: '1:01' });
  const limited = { phase, passed: 1_000, left: 9_000, limitLeft: 600_000 };
  assert.deepEqual(mainDigits(limited), { counts: 'down', digits: '10:00' });
  assert.deepEqual(mainDigits({ phase, passed: 0, left: 9_000, limitPassed: 5_000 }), { counts: 'up', digits: '5' });
  const late = { phase: { open: true, overtime: true }, passed: 7_000 };
  assert.deepEqual(mainDigits(late), { counts: 'up', digits: '−7' });
});

test('is drawn again when the next of its texts changes', () => {
  assert.equal(untilNextSecond({ passed: 250, elapsed: 1_250, left: 3_900, remaining: 8_100, limitLeft: null }), 100);
  assert.equal(untilNextSecond({ passed: 0, elapsed: 0, left: null, remaining: null }), 1_000);
});

test('tells what comes', () => {
  assert.equal(nextText([{ name: 'Rest', length: 2e10 }]), 'Next: Rest 0:20');
  assert.equal(nextText([{ name: 'Squats', reps: 1, open: true }]), 'Next: Squats, 1 rep');
  assert.equal(nextText([], true), 'Next: the end');
  assert.equal(aheadLength({ open: true }), 'until done');
  assert.equal(minutesText(59.6), '1:00 h');
});

test('names groups from the outermost, and counts what was done of them', () => {
  const groups = [{ name: 'Block', set: 1, sets: 1 }, { set: 2, sets: 3 }, { set: 4, sets: 8 }];
  assert.deepEqual(counting(groups).map(groupText), ['Round 2 of 3', 'Set 4 of 8']);
  assert.deepEqual(roundSums(null, groups, true), [['3', 'Round'], ['24', 'Set']]);
  assert.deepEqual(roundSums([{ group: null, count: 7 }], groups, true), [['7', 'round']]);
});
