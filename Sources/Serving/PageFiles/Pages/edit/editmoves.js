/** Changes of the tree of phases and groups as changes of the text; a path is the indices of a node in its lists. */

import { childrenOf, kindOf } from './editrows.js';
import { commentsOf, member, parse, pieceOf, withMember, withPart, withoutPart } from './jsontext.js';

/** The node at a path; the workout itself at the empty one. */
export const nodeAt = (root, path) => path.reduce((node, index) => childrenOf(member(node, 'phases'))[index], root);

/** The list at the path of a group. */
export const listAt = (root, path) => member(nodeAt(root, path), 'phases');

const startsWith = (path, start) => start.every((step, index) => path[index] === step);

/** The text with a node taken to an index in the list of a group; and its new path. */
export function moved(text, path, to, index) {
  const [parent, from] = [path.slice(0, -1), path.at(-1)];
  if (startsWith(to, path)) return null;
  const list = listAt(parse(text), parent);
  const piece = pieceOf(text, list, from);
  const rest = withoutPart(text, list, from);
  const target = [...to];
  let place = index;
  const { length } = parent;
  if (target.length > length && startsWith(target, parent) && target[length] > from) target[length] -= 1;
  if (target.length === parent.length && startsWith(target, parent) && place > from) place -= 1;
  return { text: withPart(rest, listAt(parse(rest), target), place, piece), path: [...target, place] };
}

/** The same one step up or down: past a neighbour, into a group, or out of one; null at the end. */
export function stepped(text, path, direction) {
  const root = parse(text);
  const [parent, index] = [path.slice(0, -1), path.at(-1)];
  const siblings = childrenOf(listAt(root, parent));
  const neighbour = siblings[index + direction];
  if (!neighbour) {
    if (parent.length === 0) return null;
    return moved(text, path, parent.slice(0, -1), parent.at(-1) + (direction > 0 ? 1 : 0));
  }
  if (kindOf(neighbour) === 'group' && kindOf(siblings[index]) !== 'group') {
    const inside = childrenOf(member(neighbour, 'phases')).length;
    return moved(text, path, [...parent, index + direction], direction > 0 ? 0 : inside);
  }
  return moved(text, path, parent, index + (direction > 0 ? 2 : -1));
}

/** The text with a copy of a node below it. */
export function copied(text, path) {
  const list = listAt(parse(text), path.slice(0, -1));
  const index = path.at(-1);
  const { raw, indent } = pieceOf(text, list, index);
  return { text: withPart(text, list, index + 1, { raw, indent }), path: [...path.slice(0, -1), index + 1] };
}

/** The text without a node, and how many comments went with it. */
export function deleted(text, path) {
  const root = parse(text);
  const [list, index] = [listAt(root, path.slice(0, -1)), path.at(-1)];
  return { text: withoutPart(text, list, index), comments: commentsOf(text, list, index, root.comments) };
}

/** The text with a node at the end of the list of a group; a workout without phases gets the list. */
export function added(text, path, raw) {
  const root = parse(text);
  if (path.length === 0 && listAt(root, [])?.kind !== 'list') {
    return { text: withMember(text, root, 'phases', `[\n    ${raw.replaceAll('\n', '\n    ')}\n  ]`), path: [0] };
  }
  const list = listAt(root, path);
  return { text: withPart(text, list, list.parts.length, raw), path: [...path, list.parts.length] };
}

/** The text with a value in a node. */
export function withValue(text, path, key, raw, order) {
  return withMember(text, nodeAt(parse(text), path), key, raw, order);
}

/** The text with the length of a phase, which is open without one. */
export function withLength(text, path, raw, order) {
  if (raw == null) return withValue(withValue(text, path, 'duration', null), path, 'open', 'true', order);
  return withValue(withValue(text, path, 'open', null), path, 'duration', raw, order);
}
