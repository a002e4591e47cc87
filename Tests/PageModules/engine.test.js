import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { textOfLink } from './engine.js';

const link = (text) => `#w=${deflateRawSync(text).toString('base64url')}`;

test('reads the workout of a link', async () => {
  assert.equal(await textOfLink(link('{"name":"Größe"}')), '{"name":"Größe"}');
  assert.equal(await textOfLink(`cuebell:${link('{}').slice(1)}`), '{}');
});

test('reads no link that was cut, that holds something else, or that is too long', async () => {
  const whole = link('{"name":"A workout with a long name"}');
  for (const text of ['', '#w=', '#w=***', whole.slice(0, -6), link(' '.repeat(2 ** 20 + 1))]) {
    await assert.rejects(textOfLink(text), text.slice(0, 40));
  }
});
