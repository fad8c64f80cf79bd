/** What TypeScript's types of pages do not say of a service worker, as far as it is used here. */
interface WorkerScope {
  location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
interface InstallEvent {
  /** Chromium's: what goes to the network without waking the worker. */
  addRoutes?(rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>;
}
interface FetchEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/**
 * The whole service worker of the desk, sent to the browser as text: it may use nothing from outside. Pages come from the
 * desk; only where it does not answer, the shell that a page has kept (keep-shell.ts) opens in their place. Answers are
 * neither read nor kept.
 */
export function serveShell(): void {
  const worker = self as unknown as WorkerScope; // safe because: it runs nowhere but in a service worker
  const answersWithinMs = 8_000;
  const shellPage = '/away';
  const files = '/_next/static/';
  const neverTheShell = /^\/(sign-in|set-up|api|health|ready)(\/|$)/;

  const keptFor = (address: string) => caches.match(address, { ignoreVary: true });

  /** Whether something else has answered in the desk's place, or the desk says itself that it cannot: every answer of its own has an id. */
  const deskIsAway = ({ status, headers }: Response) =>
    status === 502 || status === 503 || status === 504 || (status >= 400 && !headers.has('x-request-id'));

  async function openPage(request: Request): Promise<Response> {
    try {
      const late = new Promise<never>((_, reject) => setTimeout(reject, answersWithinMs));
      const answer = await Promise.race([fetch(request), late]);
      if (!deskIsAway(answer)) return answer;
      return (await keptFor(shellPage)) ?? answer;
    } catch {
      return (await keptFor(shellPage)) ?? fetch(request);
    }
  }

  worker.addEventListener('install', (event) => {
    void worker.skipWaiting();
    void event.addRoutes?.([{ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }]).catch(() => {});
  });
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== worker.location.origin) return;
    if (pathname.startsWith(files)) {
      event.respondWith(keptFor(request.url).then((kept) => kept ?? fetch(request)));
    } else if (request.mode === 'navigate' && !neverTheShell.test(pathname)) {
      event.respondWith(openPage(request));
    }
  });
}
