/** Keyboard control, with the keys of the terminal. */

const by = (time) => ({ do: 'jump', by: time });

/** Each key or pair of keys, the word for its meaning, and its request or pair of requests. */
const keys = [
  ['space, p', 'keyPause', { do: 'toggle' }], ['i', 'keyWhere', { do: 'say' }],
  ['Enter, >', 'keyNext', { do: 'next' }],
  ['<', 'back', { do: 'back' }], ['r', 'keyRestart', { do: 'restartPhase' }],
  ['left, right', 'keySeek', by('-5s'), by('5s')], ['j', 'keyJump'],
  ['+, -', 'keyLength', { do: 'extend', by: '15s' }, { do: 'extend', by: '-15s' }],
  ['u, U', 'keyUndo', { do: 'undo' }, { do: 'redo' }],
  ['9, 0', 'keyVolume', { do: 'volume', by: -3 }, { do: 'volume', by: 3 }], ['m', 'mute', { do: 'mute' }],
  ['q', 'keyStop', { do: 'stop' }], ['f', 'keyScreen'], ['?', 'keyHelp'],
];

const names = { space: ' ', left: 'ArrowLeft', right: 'ArrowRight' };

const commands = new Map(keys.flatMap(([pair, , first, second = first]) =>
  pair.split(', ').map((name, index) => [names[name] ?? name, index === 0 ? first : second])));

/** The signs on keys of a Latin keyboard, without and with Shift. */
const signs = { Comma: ',<', Period: '.>', Slash: '/?', Equal: '=+', Minus: '-_', Digit9: '9(', Digit0: '0)' };

/** Whether the letter pressed last was a Latin one: a sign such as `;` is on another key of other layouts. */
let isLatin = true;

/** The key of a keyboard event: a letter by its key also on layouts of other scripts, and with Caps Lock. */
export function keyOf({ key, code, shiftKey }) {
  if (key.length > 1 && /^\p{ASCII}+$/u.test(key)) return key;
  if (/\p{Letter}/u.test(key)) isLatin = /\p{Script=Latin}/u.test(key);
  const [, letter] = code.match(/^Key(.)$/) ?? [];
  const pressed = isLatin || commands.has(key) && !letter ? key : letter ?? signs[code]?.[Number(shiftKey)] ?? key;
  if (!/[A-Za-z]/.test(pressed)) return pressed;
  const [lower, upper] = [pressed.toLowerCase(), pressed.toUpperCase()];
  return shiftKey && commands.has(upper) ? upper : lower;
}

/** Each key or pair of keys with its meaning, for the help. */
export const keyHelp = keys.map(([pair, meaning]) => [pair, meaning]);

/** The request for a key; `ask` asks for the position of a jump. Undefined for other keys. */
export function commandOf(key, ask) {
  if (key !== 'j') return commands.get(key);
  const place = ask()?.trim();
  if (!place) return undefined;
  const set = place.match(/^(?:set )?(\d+)$/i);
  return { do: 'jump', to: set ? { set: Number(set[1]) } : place };
}
