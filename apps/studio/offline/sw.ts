/**
 * The service worker: keeps the page's files, so that it opens without a network. All files of a build are fetched when the
 * worker is installed, and served from there; the build writes their list and a name that changes with them
 * (`vite.config.ts`). A new build takes over when the page is opened next. Nothing else is kept, and nothing is sent.
 */
declare const files: readonly string[];
declare const build: string;

interface Installing extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
const scope = self as unknown as {
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(kind: "install" | "activate", listener: (event: Installing) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
};

const store = `zonal-studio ${build}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(store)
      .then((cache) => cache.addAll(files))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (event) => {
  const old = (key: string): boolean => key.startsWith("zonal-studio ") && key !== store;
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter(old).map((key) => caches.delete(key))))
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const path = address.href.replace(/[?#].*$/, "");
  if (request.method !== "GET" || !path.startsWith(scope.registration.scope)) return;
  // The page itself is asked for anew, so that a new build is seen; without a network the kept one is served.
  const kept = (key: string): Promise<Response> =>
    caches.match(key, { cacheName: store }).then((found) => found ?? fetch(request));
  const page = `${scope.registration.scope}index.html`;
  if (path === scope.registration.scope || path === page) event.respondWith(fetch(request).catch(() => kept(page)));
  else event.respondWith(kept(path));
});
