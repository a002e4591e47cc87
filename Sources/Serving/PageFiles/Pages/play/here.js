/** Plays a workout in the page that shows it: with the engine, the built-in sounds, and the voice of the browser. */

import { read } from './api.js';
import { bytesOf, Clips } from './clips.js';
import { address, element, made } from './elements.js';
import { Engine } from './engine.js';
import { openSound, Player } from './player.js';
import { use, word } from './words.js';

let loading = null;

/** The engine, which is loaded once. */
export function loadEngine() {
  loading ??= fetch(address('/assets/cuebell.wasm.gz')).then(async (answer) => {
    if (!answer.ok) throw new Error(`the server has no engine: ${answer.status}`);
    return Engine.load(await answer.arrayBuffer());
  });
  return loading;
}

/** The sounds that a workout may need; one that fails to load stays silent. */
async function soundsOf(names) {
  const all = await Promise.all(names.map((name) =>
    read(`/api/sounds/${name}.json`).then((clip) => ({ name, ...clip }), () => null)));
  return all.filter(Boolean);
}

/** Makes this page the wall. */
async function becomeWall() {
  document.querySelectorAll('link[rel="stylesheet"]:not([href$="look.css"])').forEach((sheet) => {
    sheet.disabled = true;
  });
  const sheets = ['wall.css', 'play.css'].map((name) => {
    const sheet = made('link', { rel: 'stylesheet', href: `/assets/${name}` });
    return new Promise((done) => {
      Object.assign(sheet, { onload: done, onerror: done });
      document.head.append(sheet);
    });
  });
  document.body.className = 'wall play';
  document.body.replaceChildren(element('wall').content);
  await Promise.all(sheets);
}

/**
 * Plays the workout of a promised text, in an answer to a press; the page is the wall then. It rejects before the page
 * has changed if the workout can't be played.
 */
export async function playHere(text) {
  const sound = openSound();
  const engine = await loadEngine();
  const page = engine.read(await text);
  const [sounds, beds] = await Promise.all([page.sounds, page.beds].map(soundsOf));
  const file = { sounds, beds, phrases: [] };
  const player = new Player(engine, page, file, (context, voice) => new Clips(context, file, bytesOf, voice));
  await becomeWall();
  use(engine.words(page.voice.language));
  const { showSession } = await import('./playing.js');
  showSession(player);
  const close = made('a', { id: 'leave', href: location.href, ariaLabel: word('workouts') });
  close.dataset.icon = 'close';
  close.addEventListener('click', () => location.reload());
  element('controls').append(close);
  await player.begin(sound);
}
