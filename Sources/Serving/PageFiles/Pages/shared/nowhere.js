/** The page for an address where nothing is. */

import { own, speak } from './words.js';

await speak(own);
