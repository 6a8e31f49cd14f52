// Keeps the page's files in the browser, so that a later visit needs no network.  build.sh defines
// FILES and VERSION in front of this text; VERSION changes when the files do.
const CACHE = `gridlock ${VERSION}`;

oninstall = (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  );
onactivate = (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => /^gridlock /.test(name) && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
/** The page names further files to keep: those of the lab that is open. */
onmessage = (event) =>
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(event.data)));
onfetch = (event) =>
  event.respondWith(
    caches
      .match(event.request, { ignoreSearch: true, cacheName: CACHE })
      .then((kept) => kept ?? fetch(event.request)),
  );
