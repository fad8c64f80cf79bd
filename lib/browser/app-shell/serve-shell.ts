/** The service worker types that TypeScript's DOM library lacks, as far as they are used here. */
interface WorkerScope {
  location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
interface InstallEvent {
  /** Chromium only: requests that bypass the worker and go straight to the network. */
  addRoutes?(rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>;
}
interface FetchEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/**
 * The whole service worker of the desk. It is sent to the browser as text, so it may use nothing from outside. Pages
 * are network first: only if the desk does not respond, the worker serves the stored shell (keep-shell.ts). It neither
 * reads nor caches responses.
 */
export function serveShell(): void {
  const worker = self as unknown as WorkerScope; // safe because: it runs nowhere but in a service worker
  const answersWithinMs = 8_000;
  /** Longer than the desk waits for its database before it reports that it is not ready. */
  const readyWithinMs = 3_000;
  const shellPage = '/away';
  const files = '/_next/static/';
  const neverTheShell = /^\/(sign-in|set-up|api|health|ready)(\/|$)/;

  /** Undefined also where the browser's storage fails: the desk may be there. */
  const keptFor = (address: string) => caches.match(address, { ignoreVary: true }).catch(() => undefined);

  /**
   * Whether another server responded, or the desk itself reports an outage. Every response of the desk has a request
   * id.
   */
  const deskIsAway = ({ status, headers }: Response) =>
    status === 502 || status === 503 || status === 504 || (status >= 400 && !headers.has('x-request-id'));

  const within = (ms: number, answer: Promise<Response>): Promise<Response> =>
    Promise.race([answer, new Promise<never>((_, reject) => setTimeout(reject, ms))]);

  /** A page fails with 500 too while the desk runs without its database: only the readiness check tells this from a fault. */
  const deskIsReady = () =>
    within(readyWithinMs, fetch('/ready')).then(
      ({ ok }) => ok,
      () => false,
    );

  async function openPage(request: Request): Promise<Response> {
    try {
      const answer = await within(answersWithinMs, fetch(request));
      const isAway = deskIsAway(answer) || (answer.status === 500 && !(await deskIsReady()));
      if (!isAway) return answer;
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
