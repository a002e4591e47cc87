import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbers } from './browser.js';
import { commentsOf, Malformed, parse, pieceOf, withMember, withoutPart, withPart, withTyped } from './jsontext.js';

const plain = (text) => JSON.parse(text.replace(/\/\/[^\n]*|\/\*.*?\*\//gs, '').replace(/,(\s*[\]}])/g, '$1'));

/** A random list of small objects, in lines or in one, with comments and commas at its end here and there. */
function listText(number) {
  const end = number() < 0.3 ? '\r\n' : '\n';
  const gap = number() < 0.3 ? ' ' : `${end}  `;
  const count = Math.floor(number() * 5);
  const parts = Array.from({ length: count }, (_, index) => {
    const lead = gap !== ' ' && number() < 0.3 ? `// above ${index}${end}  ` : '';
    const comma = index < count - 1 || number() < 0.2 ? ',' : '';
    const tail = gap !== ' ' && number() < 0.3 ? ` // beside ${index}` : number() < 0.2 ? ` /* ${index} */` : '';
    return `${gap}${lead}{ "n": ${index} }${comma}${tail}`;
  });
  return `[${parts.join('')}${gap === ' ' ? ' ' : end}]`;
}

test('edits what was meant, and keeps the rest, in random lists', () => {
  const number = numbers(7);
  for (let round = 0; round < 3_000; round += 1) {
    const text = listText(number);
    const root = parse(text);
    const values = plain(text);
    const index = Math.floor(number() * values.length);
    if (values.length > 0) {
      const rest = withoutPart(text, root, index);
      assert.deepEqual(plain(rest), values.toSpliced(index, 1), text);
      const gone = root.comments.length - parse(rest).comments.length;
      assert.equal(gone, commentsOf(text, root, index, root.comments), text);
      const back = withPart(rest, parse(rest), index, pieceOf(text, root, index));
      assert.deepEqual(plain(back), values, text);
    }
    const place = Math.floor(number() * (values.length + 1));
    const grown = withPart(text, root, place, '{ "n": 99 }');
    assert.deepEqual(plain(grown), values.toSpliced(place, 0, { n: 99 }), text);
    assert.equal(parse(grown).comments.length, root.comments.length, text);
  }
});

test('puts a new key after those that come before it', () => {
  const text = '{\n  "name": "A", // the name\n  "phases": []\n}';
  const order = ['name', 'style', 'phases'];
  assert.equal(withMember(text, parse(text), 'style', '"silent"', order),
    '{\n  "name": "A", // the name\n  "style": "silent",\n  "phases": []\n}');
  assert.equal(withMember(text, parse(text), 'name', '"A"', order), text);
  assert.equal(withMember(text, parse(text), 'name', null, order), '{\n  "phases": []\n}');
});

test('finds the place where a text is not JSON', () => {
  for (const [text, at] of [['{ "a": }', 7], ['[1 2]', 3], ['{ "a" 1 }', 6], ['"a\n"', 0], ['[] x', 3], ['[', 1]]) {
    assert.throws(() => parse(text), (error) => error instanceof Malformed && error.at === at, text);
  }
  assert.throws(() => parse('['.repeat(70) + ']'.repeat(70)), Malformed);
});

test('keeps the line ends of a file under what is typed', () => {
  assert.equal(withTyped('a\r\nb\r\nc', 'a\nbx\nc'), 'a\r\nbx\r\nc');
  assert.equal(withTyped('a\r\nb', 'a\n\nb'), 'a\r\n\r\nb');
  assert.equal(withTyped('a\r\nb', 'ab'), 'ab');
});
