/** Keeps all files of the site, so that it works without a network. */

const name = 'cuebell {version}';
const files = {files};

addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = (names) => names.filter((one) => one.startsWith('cuebell ') && one !== name);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((one) => caches.delete(one))))
    .then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(caches.open(name).then((cache) => cache.match(request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(request)));
});
