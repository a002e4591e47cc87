// Runs the engine of pages: node web.mjs MODULE CALLS ANSWERS. An empty line among the calls begins a new engine.
import { readFileSync, writeFileSync } from 'node:fs';
import { Engine } from '../../Sources/Serving/PageFiles/Pages/shared/engine.js';

const [, , module, calls, answers] = process.argv;
const bytes = readFileSync(module);
const scripts = readFileSync(calls, 'utf8').split('\n\n').filter(Boolean);
const found = [];
for (const script of scripts) {
  const engine = await Engine.load(bytes);
  for (const call of script.split('\n')) found.push(engine.answer(call));
}
writeFileSync(answers, `${found.join('\n')}\n`);
