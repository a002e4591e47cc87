/** The words of a language, which the server keeps in one table for pages and terminal. */

import { address } from './elements.js';

/** The words that came with the page, in the language in which it was asked for; null in a file that plays itself. */
const given = JSON.parse(document.getElementById('words')?.textContent ?? 'null');
let table = {};
/** What Cuebell names itself, by what a name has in braces. */
let builtIn = {};
let language = null;
let asked = null;
let loading = null;

/** When a page that couldn't reach the server tries again, in milliseconds. */
export const retryTime = 2_000;

/**
 * Loads the words of a BCP 47 tag, as soon as the server can be reached, and tells the document its language; the last
 * tag counts.
 */
export function speak(tag) {
  const wanted = codeOf(tag);
  if (wanted !== asked) {
    asked = wanted;
    loading = load(wanted);
  }
  return loading;
}

async function load(wanted) {
  if (given?.tag === wanted) return use(given);
  while (asked === wanted) {
    const words = await read(wanted).catch(() => null);
    if (words && asked === wanted) use(words);
    if (words) return undefined;
    await new Promise((resume) => setTimeout(resume, retryTime));
  }
  return undefined;
}

async function read(wanted) {
  const answer = await fetch(address(`/api/words/${encodeURIComponent(wanted)}`), {
    signal: AbortSignal.timeout(10_000),
  });
  // A site has the words of its languages alone.
  if (answer.status === 404 && wanted !== 'en') return read('en');
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}

/** Uses words that are there, and tells the document their language. */
export function use(words) {
  [table, builtIn, language] = [words.texts, words.words, words.language];
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', word(element.dataset.label));
  }
}

/** The browser's language. */
export const own = navigator.language || 'en';

/** A text with its places filled, such as `{time}`. */
export function word(key, values = {}) {
  const text = table[key] ?? '';
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** A name with its built-in words in the page's language. */
export const filled = (template) => template.replace(/\{([a-z ]+)\}/g, (braces, key) => builtIn[key] ?? braces);

/** The code of the language that is read here, which may have no words of Cuebell. */
const reader = () => asked ?? language;
const codeOf = (tag) => tag.split('-')[0].toLowerCase();

/** A text of a workout in the page's language; `translations` has those of its file. */
export function titled(text, { translations } = {}) {
  const tag = Object.keys(translations ?? {}).sort().find((each) => codeOf(each) === reader());
  return translations?.[tag]?.[text] ?? text;
}

/**
 * A phase or group with its texts in the page's `language`; `source` has the language in which they are, and the
 * translations of their file.
 */
export function named(thing, source) {
  if (!thing?.name || !language || codeOf(source.language) === reader()) return thing;
  const read = (text) => (text == null ? text : filled(titled(text, source)));
  const side = read(thing.sideTemplate ?? thing.side);
  const sided = (text) => (side == null ? text : text?.replaceAll('{side}', side));
  const plain = read(thing.template ?? thing.name);
  const name = side == null || plain.includes('{side}') ? sided(plain) : `${plain}, ${side}`;
  const isRead = name !== thing.name || thing.template != null;
  return {
    ...thing, name, side, notes: sided(read(thing.notesTemplate ?? thing.notes)), ...(isRead ? { language } : {}),
  };
}

/** Why the server refuses something, in the page's language if the table has it. */
export function refusal(reason) {
  const text = word(reason.split(':')[0]);
  return text || (language === 'en' ? reason.charAt(0).toUpperCase() + reason.slice(1) : word('notPossible'));
}

/** A text that depends on a number. */
export function counted(key, n) {
  const [one, many = one] = (table[key] ?? '').split('~');
  const isOne = new Intl.PluralRules(language ?? 'en').select(n) === 'one';
  return (isOne ? one : many).replace('{n}', n);
}
