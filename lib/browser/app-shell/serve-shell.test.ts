import { expect, test } from 'vitest';
import { serveShell } from './serve-shell.ts';

const origin = 'https://desk.example';

interface Asked {
  method?: string;
  mode?: string;
}

/**
 * Runs the worker from its text, as a browser does, with a fake network and cache.
 * @returns the response to a request; null where the worker does not handle it
 */
function startWorker({ fetch, kept }: { fetch(url: string): Promise<Response>; kept: Record<string, string> | Error }) {
  const listeners: Record<string, (event: object) => void> = {};
  const self = {
    location: new URL(origin),
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener;
    },
  };
  const caches = {
    match: async (address: string) => {
      if (kept instanceof Error) throw kept;
      const text = kept[address.replace(origin, '')];
      return text === undefined ? undefined : new Response(text);
    },
  };
  const soon = (call: () => void) => setTimeout(call, 30);
  new Function('self', 'caches', 'fetch', 'setTimeout', `(${serveShell})()`)(
    self,
    caches,
    (asked: Request | string) => fetch(typeof asked === 'string' ? asked : asked.url),
    soon,
  );
  return async (path: string, { method = 'GET', mode = 'navigate' }: Asked = {}): Promise<string | null> => {
    let answer: Promise<Response> | null = null;
    const respondWith = (response: Promise<Response>) => {
      answer = response;
    };
    listeners.fetch?.({ request: { url: new URL(path, origin).href, method, mode }, respondWith });
    const response = (await answer) as Response | null;
    return response?.text() ?? null;
  };
}

const kept = { '/away': 'the shell', '/_next/static/a.js': 'a script' };
const isThere = async () => new Response('from the desk');
const isAway = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};
const answers = (status: number) => async () => new Response('of a proxy', { status });
const says = (status: number) => async () =>
  new Response('from the desk', { status, headers: { 'x-request-id': '1' } });

test('while the desk is reachable, its pages are served by it', async () => {
  const ask = startWorker({ fetch: isThere, kept });
  expect(await ask('/')).toBe('from the desk');
  for (const status of [404, 429]) {
    expect(await startWorker({ fetch: says(status), kept })('/'), String(status)).toBe('from the desk');
  }
});

test('where the storage of the browser fails, pages and files are those of the desk', async () => {
  const failure = new Error('Internal error');
  expect(await startWorker({ fetch: isThere, kept: failure })('/_next/static/a.js', { mode: 'no-cors' })).toBe(
    'from the desk',
  );
  expect(await startWorker({ fetch: answers(503), kept: failure })('/')).toBe('of a proxy');
});

/** A desk whose pages fail. */
const fails = (ready: () => Promise<Response>) => (url: string) => (url === '/ready' ? ready() : says(500)());

test('a page that fails at a desk that is ready is shown as it failed', async () => {
  expect(await startWorker({ fetch: fails(says(200)), kept })('/')).toBe('from the desk');
});

test.each([
  ['cannot be reached', isAway],
  ['does not answer', () => new Promise<Response>(() => {})],
  ['is said to be away by a proxy', answers(502)],
  ['is starting', answers(503)],
  ['is busy', says(503)],
  ['is not found by what stands before it', answers(404)],
  ['is kept from this browser by a firewall', answers(403)],
  ['is away to a content delivery network', answers(522)],
  ['is known to a broken proxy', answers(500)],
  ['runs without its database', fails(says(503))],
  ['fails and cannot be asked why', fails(isAway)],
  ['fails and does not say why', fails(() => new Promise<Response>(() => {}))],
])('the shell is served in place of any page of a desk that %s', async (_what, fetch) => {
  const ask = startWorker({ fetch, kept });
  for (const page of ['/', '/floor', '/members/1?x=y', '/office/staff']) expect(await ask(page)).toBe('the shell');
});

test('the service worker leaves sign-in pages, reads and posts alone', async () => {
  const ask = startWorker({ fetch: isAway, kept });
  for (const page of ['/sign-in', '/sign-in/link?token=1', '/set-up', '/api/auth/csrf', '/ready']) {
    expect(await ask(page), page).toBeNull();
  }
  expect(await ask('/api/desk/taps', { method: 'POST', mode: 'cors' })).toBeNull();
  expect(await ask('/', { method: 'POST' })).toBeNull();
  expect(await ask('/api/desk/presence', { mode: 'cors' })).toBeNull();
  expect(await ask('https://elsewhere.example/_next/static/a.js', { mode: 'no-cors' })).toBeNull();
});

test('files of the shell come from the cache, all others from the desk', async () => {
  const ask = startWorker({ fetch: isThere, kept });
  expect(await ask('/_next/static/a.js', { mode: 'no-cors' })).toBe('a script');
  expect(await ask('/_next/static/b.js', { mode: 'no-cors' })).toBe('from the desk');
});

test('without a stored shell, the original response is returned', async () => {
  expect(await startWorker({ fetch: answers(503), kept: {} })('/')).toBe('of a proxy');
  await expect(startWorker({ fetch: isAway, kept: {} })('/')).rejects.toThrow('Failed to fetch');
});
