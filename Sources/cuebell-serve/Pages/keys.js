/** The keys: those of the terminal. */

/** Each key or pair of keys, and what it does. */
export const keyHelp = [
  ['space, p', 'pause, resume'], ['Enter, >', 'next phase; done, in an open one'], ['<', 'back'], ['r', 'restart the phase'],
  ['left, right', '5 s back, forth in it'], ['j', 'jump to a set or a time'], ['+, -', '15 s more, less'],
  ['u, U', 'undo, redo a move'], ['9, 0', 'softer, louder'], ['m', 'mute'], ['q', 'stop'], ['f', 'full screen'],
  ['?', 'show or hide the keys'],
];

const commands = {
  ' ': { do: 'toggle' }, p: { do: 'toggle' }, Enter: { do: 'next' }, '>': { do: 'next' }, '<': { do: 'back' },
  r: { do: 'restartPhase' }, ArrowLeft: { do: 'jump', by: '-5s' }, ArrowRight: { do: 'jump', by: '5s' },
  '+': { do: 'extend', by: '15s' }, '-': { do: 'extend', by: '-15s' }, u: { do: 'undo' }, U: { do: 'redo' },
  9: { do: 'volume', by: -3 }, 0: { do: 'volume', by: 3 }, m: { do: 'mute' }, q: { do: 'stop' },
};

/** The request that a key stands for; `ask` gets the place of a jump. Null for other keys. */
export function commandOf(key, ask) {
  if (key !== 'j') return Object.hasOwn(commands, key) ? commands[key] : null;
  const place = ask()?.trim();
  if (!place) return null;
  const set = place.match(/^(?:set )?(\d+)$/i);
  return { do: 'jump', to: set ? { set: Number(set[1]) } : place };
}
