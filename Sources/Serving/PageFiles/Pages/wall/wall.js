/** The wall display: of one run, or of all. */

const query = new URLSearchParams(location.search);
document.body.classList.toggle('light', query.has('light'));
document.head.append(Object.assign(document.createElement('script'), {
  type: 'module', src: new URL(query.has('all') ? 'all.js' : 'single.js', import.meta.url),
}));
