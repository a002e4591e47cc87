/** What the parts of the editor share. */

import { element } from './elements.js';

export const nodes = element('nodes');
export const typed = element('text');

export const page = {
  draft: null,
  /** The tree of the text; null where that isn't JSON. */
  root: null,
  report: null,
  /** The path of the row with its panel open. */
  opened: null,
  isText: false,
  /** Shows what belongs to the whole workout, once that has been opened. */
  showAbout: null,
  /** Whether rows are being replaced, which ends the typing in their fields. */
  isShowing: false,
};

export const say = (text, ...parts) => element('status').replaceChildren(text, ...parts);

export function ask(part) {
  element('ask').replaceChildren(...(part ? [part] : []));
}
