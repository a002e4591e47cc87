/** The words of a language, which the server keeps in one table for pages and terminal. */

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
  const wanted = tag.split('-')[0].toLowerCase();
  if (wanted !== asked) {
    asked = wanted;
    loading = load(wanted);
  }
  return loading;
}

async function load(wanted) {
  while (asked === wanted) {
    const words = await read(wanted).catch(() => null);
    if (words && asked === wanted) use(words);
    if (words) return;
    await new Promise((resume) => setTimeout(resume, retryTime));
  }
}

async function read(wanted) {
  const answer = await fetch(`/api/words/${encodeURIComponent(wanted)}`, { signal: AbortSignal.timeout(10_000) });
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

/** Something with its name in the page's `language`, where Cuebell has named it. */
export const named = (thing) =>
  (thing?.template && language ? { ...thing, name: filled(thing.template), language } : thing);

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
