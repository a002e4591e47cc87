/** A workout in one file that is played here: the wall and its buttons, with the engine and the sounds in the file. */

import { bytesOf, Clips } from './clips.js';
import { element } from './elements.js';
import { Engine } from './engine.js';
import { Player } from './player.js';
import { showSession } from './playing.js';
import { use } from './words.js';

const file = JSON.parse(element('plan').textContent);
const clips = document.querySelectorAll('script.clip');

async function open() {
  use(file.words);
  const engine = await Engine.load(bytesOf(element('engine').textContent));
  element('engine').remove();
  // The author's own sounds are among the clips.
  const page = engine.read(file.text, { files: true });
  const clipsIn = (context, voice) =>
    new Clips(context, file, (index) => bytesOf(clips[index].textContent), voice);
  showSession(new Player(engine, page, file, clipsIn));
}

open();
