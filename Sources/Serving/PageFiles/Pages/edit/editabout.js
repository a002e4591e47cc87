/** What belongs to the whole workout: its language, voice, background, style, description and tags. */

import { type } from './editchange.js';
import { page } from './editpage.js';
import { element, made } from './elements.js';
import { member, withMember } from './jsontext.js';
import { own, word } from './words.js';

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
/** Variants of espeak-ng's voices. */
const variants = ['f2', 'f3', 'f5', 'm1', 'm3', 'm7'];
const beds = ['rain', 'ocean', 'white', 'pink', 'brown', 'drone'];
const styles = ['hiit', 'boxing', 'meditation', 'silent'];
/** The order of keys in a file, before which a new one stands. */
const order = ['$schema', 'name', 'description', 'author', 'tags', 'style', 'voice', 'ambient', 'phases'];

/** The text with a value of an object in the workout, such as the language of its voice; null takes it away. */
function withPart(text, key, part, raw) {
  const object = member(page.root, key);
  if (object?.kind === 'object') {
    const isLast = raw == null && object.parts.length === 1 && member(object, part);
    return isLast ? withMember(text, page.root, key, null) : withMember(text, object, part, raw, [part]);
  }
  return raw == null ? text : withMember(text, page.root, key, `{ "${part}": ${raw} }`, order);
}

/** The text of a value; of an object that of its main part. */
function valueOf(key, part) {
  const value = member(page.root, key);
  const main = value?.kind === 'object' ? member(value, part) : part && key !== 'style' ? null : value;
  return main?.kind === 'string' ? main.value : '';
}

const texts = () => (member(page.root, 'tags')?.parts ?? []).map(({ value }) => value ?? '');

/** Each field: its label, what it shows, its choices if it has any, and the text after a choice. */
const fields = {
  language: {
    value: () => valueOf('voice', 'language') || 'en', choices: () => languages.map((tag) =>
      [tag, new Intl.DisplayNames([own], { type: 'language' }).of(tag)]),
    taken: (text, value) => withPart(text, 'voice', 'language', JSON.stringify(value)),
  },
  voice: {
    value: () => valueOf('voice', 'variant'), choices: () => [['', word('standard')],
      ...variants.map((name) => [name, `${name[0] === 'f' ? '♀' : '♂'} ${name}`])],
    taken: (text, value) => withPart(text, 'voice', 'variant', value ? JSON.stringify(value) : null),
  },
  background: {
    value: () => valueOf('ambient', 'sound'), choices: () => [['', word('none')],
      ...beds.map((name) => [name, word(`sound ${name}`)])],
    taken: (text, value) => (value ? withPart(text, 'ambient', 'sound', JSON.stringify(value))
      : withMember(text, page.root, 'ambient', null)),
  },
  style: {
    value: () => valueOf('style', 'base') || 'hiit', choices: () => styles.map((name) => [name, word(`style ${name}`)]),
    taken: (text, value) => (member(page.root, 'style')?.kind === 'object'
      ? withPart(text, 'style', 'base', JSON.stringify(value))
      : withMember(text, page.root, 'style', JSON.stringify(value), order)),
  },
  description: {
    value: () => valueOf('description'),
    taken: (text, value) => withMember(text, page.root, 'description', value ? JSON.stringify(value) : null, order),
  },
  tags: {
    value: () => texts().join(', '),
    taken: (text, value) => {
      const tags = value.split(',').map((tag) => tag.trim()).filter(Boolean);
      return withMember(text, page.root, 'tags', tags.length > 0 ? JSON.stringify(tags) : null, order);
    },
  },
};

/** Shows the fields with what the text has, but not the one that is being typed in. */
export function showAbout() {
  if (!page.root) return;
  const part = element('about').lastElementChild;
  if (!part.hasChildNodes()) part.append(...Object.keys(fields).map(labelled));
  for (const input of part.querySelectorAll('[data-about]')) {
    const { value, choices } = fields[input.dataset.about];
    if (input === document.activeElement && !choices) continue;
    const now = value();
    // What the file has of its own stays among the choices.
    if (choices && ![...input.options].some((option) => option.value === now)) input.append(new Option(now, now));
    input.value = now;
  }
}

function labelled(name) {
  const { choices, taken, value } = fields[name];
  const input = choices
    ? made('select', {}, ...choices().map(([key, text]) => new Option(text, key)))
    : made('input', { maxLength: 300, autocomplete: 'off' });
  input.dataset.about = name;
  input.addEventListener(choices ? 'change' : 'input', () => {
    if (page.root && input.value !== value()) type(taken(page.draft.text, input.value), `about ${name}`);
  });
  return made('label', { className: choices ? '' : 'wide' }, word(name), input);
}
