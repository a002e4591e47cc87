import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf, keyOf } from './keys.js';

const pressed = (key, code, shiftKey = false) => commandOf(keyOf({ key, code, shiftKey }), () => '3');

test('does what the keys of the terminal do', () => {
  assert.deepEqual(pressed(' ', 'Space'), { do: 'toggle' });
  assert.deepEqual(pressed('U', 'KeyU', true), { do: 'redo' });
  assert.deepEqual(pressed('R', 'KeyR'), { do: 'restartPhase' });
  assert.deepEqual(pressed('j', 'KeyJ'), { do: 'jump', to: { set: 3 } });
  assert.equal(pressed('x', 'KeyX'), undefined);
});

test('finds keys by their places on layouts of other scripts', () => {
  assert.deepEqual(pressed('к', 'KeyR'), { do: 'restartPhase' });
  assert.deepEqual(pressed('ю', 'Period'), undefined);
  assert.deepEqual(pressed('Ю', 'Period', true), { do: 'next' });
  assert.deepEqual(pressed('r', 'KeyR'), { do: 'restartPhase' });
});
