/** Elements of a page. */

export const element = (id) => document.getElementById(id);

/** Creates an element with properties, or a class alone, and children; those that are null are left out. */
export function made(tag, properties = {}, ...children) {
  const named = typeof properties === 'string' ? { className: properties } : properties;
  const one = Object.assign(document.createElement(tag), named);
  one.append(...children.filter((child) => child != null));
  return one;
}

/** Sets an element's text if it differs. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, or removes it if the value is null or false. */
export function setAttribute(element, name, value) {
  if (value == null || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? '' : value);
}
