/** Elements of a page. */

export const element = (id) => document.getElementById(id);

/**
 * Creates an element with properties, or a class alone, and children; those that are null are left out. Links and
 * pictures are given by their addresses on the server.
 */
export function made(tag, properties = {}, ...children) {
  const named = typeof properties === 'string' ? { className: properties } : { ...properties };
  for (const key of ['href', 'src']) if (key in named) named[key] = address(named[key]);
  const one = Object.assign(document.createElement(tag), named);
  one.append(...children.filter((child) => child != null));
  return one;
}

/**
 * An address of the server, below what a proxy may have put before the addresses of all its pages: the server wrote the
 * link of the icon for the place of this page. An address of another kind remains.
 */
export function address(path) {
  if (!path.startsWith('/')) return path;
  const { pathname, search, hash } = new URL(`..${path}`, document.querySelector('link[rel="icon"]').href);
  return pathname + search + hash;
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
