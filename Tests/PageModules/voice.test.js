import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { BrowserVoice } from './voice.js';

/** What the browser was asked to say, and when; each phrase begins after 100 ms and takes 700. */
let said = [];
let now = 0;

beforeEach(() => {
  [said, now] = [[], 0];
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(performance, 'now', () => now);
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  globalThis.speechSynthesis = {
    getVoices: () => [{ lang: 'de-DE', localService: true }, { lang: 'en_GB' }, { lang: 'en-US', localService: true }],
    speak(utterance) {
      if (!utterance.text) return;
      said.push([utterance.text, now, utterance.voice?.lang]);
      setTimeout(() => utterance.onstart?.(), 100);
      setTimeout(() => utterance.onend?.(), 800);
    },
    cancel() {
      said.push(['cancelled', now]);
    },
  };
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

const context = { get currentTime() { return now / 1000; } };

function pass(milliseconds) {
  for (let index = 0; index < milliseconds; index += 10) {
    now += 10;
    mock.timers.tick(10);
  }
}

test('asks as much earlier as the browser takes to begin, in the language of the workout', () => {
  const voice = new BrowserVoice(context);
  const late = [];
  for (let index = 0; index < 12; index += 1) {
    const begin = now + 2_000;
    voice.clip({ text: `phrase ${index}` }).source(1).start(begin / 1000);
    pass(4_000);
    late.push(said[index][1] + 100 - begin);
  }
  assert.equal(said[0][2], 'en-US');
  assert.ok(Math.abs(late.at(-1)) <= 10, `${late}`);
});

test('measures each phrase once', () => {
  const voice = new BrowserVoice(context);
  const measured = [];
  voice.measured = (phrase) => measured.push(phrase);
  for (let index = 0; index < 2; index += 1) {
    voice.clip({ text: 'Rest' }).source(1).start(now / 1000 + 1);
    pass(3_000);
  }
  assert.deepEqual(measured, [{ text: 'Rest', length: 700_000_000 }]);
  assert.equal(voice.clip({ text: 'Rest' }).end, 0.7);
});

test('says nothing that was taken back, and stops what is being said', () => {
  const voice = new BrowserVoice(context);
  const [first, second] = ['Work', 'Rest'].map((text) => voice.clip({ text }).source(1));
  first.start(1);
  second.start(3);
  second.stop(0);
  pass(1_200);
  first.stop(now / 1000);
  pass(4_000);
  assert.deepEqual(said.map(([text]) => text), ['Work', 'cancelled']);
});

test('tells when the browser does not begin to speak', () => {
  const voice = new BrowserVoice(context);
  const measured = [];
  voice.measured = (phrase) => measured.push(phrase);
  speechSynthesis.speak = () => {};
  voice.clip({ text: 'Work' }).source(1).start(1);
  pass(6_000);
  assert.deepEqual(measured, [{ text: 'Work', failure: 'the browser has no voice' }]);
});
