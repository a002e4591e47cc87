/** A JSON text with comments as a tree of places, and edits as splices: what isn't edited stays byte for byte. */

const deepest = 64;

/** A place where the text isn't JSON. */
export class Malformed extends Error {
  constructor(at) {
    super(`not JSON at ${at}`);
    this.at = at;
  }
}

class Parser {
  at = 0;
  comments = [];

  constructor(text) {
    this.text = text;
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
  }

  /** Skips white space and comments. */
  skip() {
    const { text } = this;
    for (;;) {
      const char = text[this.at];
      if (char === ' ' || char === '\n' || char === '\t' || char === '\r') this.at += 1;
      else if (char === '/') this.comment();
      else return char;
    }
  }

  comment() {
    const { text, at } = this;
    const isLine = text[at + 1] === '/';
    const end = text.indexOf(isLine ? '\n' : '*/', at + 2);
    if (!isLine && (text[at + 1] !== '*' || end < 0)) throw new Malformed(at);
    if (isLine) this.at = end < 0 ? text.length : end - (text[end - 1] === '\r' ? 1 : 0);
    else this.at = end + 2;
    this.comments.push({ start: at, end: this.at });
  }

  value(depth) {
    const char = this.skip();
    if (depth > deepest) throw new Malformed(this.at);
    if (char === '{' || char === '[') return this.container(char, depth);
    const start = this.at;
    if (char === '"') return { kind: 'string', start, value: this.string(), end: this.at };
    const [word] = /^[-+.\w]+/.exec(this.text.slice(start, start + 64)) ?? [];
    try {
      const value = JSON.parse(word);
      this.at += word.length;
      return { kind: value === null ? 'null' : typeof value, start, value, end: this.at };
    } catch {
      throw new Malformed(start);
    }
  }

  string() {
    const start = this.at;
    for (let at = start + 1; ; at += 1) {
      const char = this.text[at];
      if (char === undefined || char === '\n') throw new Malformed(start);
      if (char === '\\') at += 1;
      if (char !== '"') continue;
      this.at = at + 1;
      try {
        return JSON.parse(this.text.slice(start, this.at));
      } catch {
        throw new Malformed(start);
      }
    }
  }

  /** An object or a list; each part knows where its comma is. */
  container(open, depth) {
    const isList = open === '[';
    const node = { kind: isList ? 'list' : 'object', start: this.at, parts: [] };
    this.at += 1;
    for (;;) {
      const char = this.skip();
      if (char === (isList ? ']' : '}')) break;
      const part = isList ? this.value(depth + 1) : this.member(char, depth);
      node.parts.push(part);
      const next = this.skip();
      part.comma = next === ',' ? this.at : null;
      if (next === ',') this.at += 1;
      else if (next !== (isList ? ']' : '}')) throw new Malformed(this.at);
    }
    this.at += 1;
    node.end = this.at;
    return node;
  }

  member(char, depth) {
    if (char !== '"') throw new Malformed(this.at);
    const start = this.at;
    const key = this.string();
    if (this.skip() !== ':') throw new Malformed(this.at);
    this.at += 1;
    const value = this.value(depth + 1);
    return { key, value, start, end: value.end };
  }
}

/** The tree of a text; throws `Malformed`. */
export function parse(text) {
  const parser = new Parser(text);
  const root = parser.value(0);
  if (parser.skip() !== undefined) throw new Malformed(parser.at);
  root.comments = parser.comments;
  return root;
}

/** The value of a key. */
export const member = (node, key) => node?.parts?.find((part) => part.key === key)?.value;

const lineEnd = (text) => /\r?\n/.exec(text)?.[0] ?? '\n';

/** The white space before a place, if nothing else stands before it on its line. */
function indentBefore(text, at) {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*$/.test(line) ? line : null;
}

/** The indent of the line that holds a place. */
const lineIndent = (text, at) => /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))[0];

/** The end of comments that follow a place on its line. */
function afterComments(text, from, limit) {
  let end = from;
  for (;;) {
    const rest = /^[ \t]*(?:\/\/[^\n]*?(?=\r?\n|$)|\/\*[^\r\n]*?\*\/)/.exec(text.slice(end, limit));
    if (!rest) return end;
    end += rest[0].length;
  }
}

/** The end of a part with its comma and the comments on its line. */
function tailOf(text, node, index) {
  const part = node.parts[index];
  const limit = node.parts[index + 1]?.start ?? node.end - 1;
  return afterComments(text, part.comma == null ? part.end : part.comma + 1, limit);
}

const blockStart = (text, node, index) =>
  (index === 0 ? afterComments(text, node.start + 1, node.parts[0].start) : tailOf(text, node, index - 1));

const splice = (text, start, end, middle = '') => text.slice(0, start) + middle + text.slice(end);

/** A part as a piece to be put elsewhere: with the comments before it and on its line, and its indent. */
export function pieceOf(text, node, index) {
  const { start, end, comma } = node.parts[index];
  const tail = text.slice(comma == null ? end : comma + 1, tailOf(text, node, index)).trim();
  const lead = text.slice(blockStart(text, node, index), start).trimStart();
  const between = comma == null ? '' : text.slice(end, comma);
  return { lead, raw: text.slice(start, end) + between, tail, indent: lineIndent(text, start) };
}

/** How many comments go with a part. */
export function commentsOf(text, node, index, comments) {
  const [start, end] = [blockStart(text, node, index), tailOf(text, node, index)];
  return comments.filter((comment) => comment.start >= start && comment.end <= end).length;
}

/** The text without a part and the comments that belong to it. */
export function withoutPart(text, node, index) {
  const [start, end] = [blockStart(text, node, index), tailOf(text, node, index)];
  // The line before may end in a comment, into which nothing must get.
  const isOpen = /[\r\n]/.test(text[start]) && !/^[ \t]*[\r\n]/.test(text.slice(end));
  const rest = splice(text, start, end, isOpen ? lineEnd(text) : '');
  const before = node.parts[index - 1];
  const isLast = index === node.parts.length - 1;
  return isLast && before && node.parts[index].comma == null ? splice(rest, before.comma, before.comma + 1) : rest;
}

/** The text with a piece, or the text of a part, before the part at `index`, or at the end. */
export function withPart(text, node, index, part) {
  const { lead = '', raw, tail = '', indent: old = '' } = typeof part === 'string' ? { raw: part } : part;
  const { parts } = node;
  const line = lineEnd(text);
  const sibling = parts[Math.min(index, parts.length - 1)];
  const own = sibling ? indentBefore(text, sibling.start) : `${lineIndent(text, node.start)}  `;
  const indent = own ?? lineIndent(text, sibling.start);
  const needsLines = own != null || /\n|\/\//.test(lead + tail);
  const gap = needsLines ? line + indent : ' ';
  const moved = (lead + raw).replaceAll(`\n${old}`, `\n${indent}`);
  const rest = tail && ` ${tail}`;
  if (parts.length === 0) {
    const close = needsLines ? line + lineIndent(text, node.start) : ' ';
    const inside = text.slice(node.start + 1, node.end - 1).trimEnd();
    return splice(text, node.start + 1, node.end - 1, `${inside}${gap}${moved}${rest}${close}`);
  }
  if (index < parts.length) {
    const start = blockStart(text, node, index);
    const isOpen = own == null && tail.startsWith('//');
    return splice(text, start, start, `${index === 0 && own == null ? ' ' : gap}${moved},${rest}${isOpen ? line : ''}`);
  }
  const last = parts[parts.length - 1];
  const [end, hasComma] = [tailOf(text, node, parts.length - 1), last.comma != null];
  const isOpen = own == null && tail.startsWith('//');
  const grown = splice(text, end, end, `${gap}${moved}${hasComma ? ',' : ''}${rest}${isOpen ? line : ''}`);
  return hasComma ? grown : splice(grown, last.end, last.end, ',');
}

/** The text with a value at a key: in place, or after the last of the keys before it in `order`; null takes it away. */
export function withMember(text, node, key, raw, order = []) {
  const index = node.parts.findIndex((part) => part.key === key);
  if (index >= 0) {
    if (raw == null) return withoutPart(text, node, index);
    const { start, end } = node.parts[index].value;
    return text.slice(start, end) === raw ? text : splice(text, start, end, raw);
  }
  if (raw == null) return text;
  const before = order.slice(0, order.indexOf(key));
  const place = node.parts.findLastIndex((part) => before.includes(part.key));
  return withPart(text, node, before.length > 0 ? place + 1 : node.parts.length, `${JSON.stringify(key)}: ${raw}`);
}

/** The text with what was typed into a field that shows it with plain line ends. */
export function withTyped(text, typed) {
  const shown = text.replace(/\r\n?/g, '\n');
  let [from, to] = [0, shown.length];
  let end = typed.length;
  while (from < to && from < end && shown[from] === typed[from]) from += 1;
  while (to > from && end > from && shown[to - 1] === typed[end - 1]) [to, end] = [to - 1, end - 1];
  const middle = typed.slice(from, end).replaceAll('\n', lineEnd(text));
  return splice(text, placeIn(text, from), placeIn(text, to), middle);
}

/** The place in a text of a place in the same one with plain line ends. */
function placeIn(text, place) {
  let at = 0;
  for (let left = place; left > 0; left -= 1) at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  return at;
}
