import { afterEach, describe, expect, test, vi } from 'vitest';
import { retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { fakeIndexedDb } from '#lib/testing/fake-indexed-db.ts';
import { until } from '#shared/testing/until.ts';
import { dropShell } from './drop-shell.ts';
import { keepShell } from './keep-shell.ts';
import { forgetPlace, type KeptPlace, keepPlace, readPlace, withoutNames } from './kept-place.ts';
import { filesOf } from './loaded-files.ts';

afterEach(() => vi.unstubAllGlobals());

test('the shell consists of the files that its page references, in tags or in React’s payload, each once', () => {
  const html = `<link rel="stylesheet" href="/_next/static/css/a-1.css"/><script src="/_next/static/chunks/b~2.js" async></script>
    <script>self.__next_f.push([1,"3:I[12,[\\"/_next/static/chunks/b~2.js\\",\\"/_next/static/chunks/c.js\\"],\\"default\\"]"])</script>
    <link rel="preload" href="/_next/static/media/inter.woff2"/><a href="/members">Members</a>`;
  expect(filesOf(html)).toEqual([
    '/_next/static/css/a-1.css',
    '/_next/static/chunks/b~2.js',
    '/_next/static/chunks/c.js',
    '/_next/static/media/inter.woff2',
  ]);
});

const placeOf = (id: string): KeptPlace => ({
  location: {
    id,
    slug: id,
    name: 'Munich West',
    timeZone: 'Europe/Berlin',
    capacity: 120,
    checkInOnScan: true,
    keepsScreenAwake: false,
    readerProfiles: [{ format: 'hex', byteOrder: 'asRead', byteLength: 7 }],
  },
  staff: { id: 's', displayName: 'Ana Keller', initials: 'AK', role: 'reception' },
  hearsScans: true,
});

test('the stored place has ids, a role and settings, and no name', () => {
  const kept = withoutNames(placeOf('l'));
  expect(kept).toMatchObject({ location: { id: 'l', timeZone: 'Europe/Berlin' }, staff: { id: 's' } });
  expect(JSON.stringify(kept)).not.toMatch(/Munich|Ana|AK/);
});

test('a place that cannot be decrypted hides no other, and is removed at sign-out', async () => {
  const { indexedDB, rowsOf } = fakeIndexedDb();
  vi.stubGlobal('indexedDB', indexedDB);
  await keepPlace(placeOf('west'));
  // as an earlier version of the desk stored it, without a property that the page needs now
  await keepPlace({ ...placeOf('north'), hearsScans: undefined } as never); // safe because: what is stored is validated when it is read
  const rows = rowsOf('front-desk-place', 'places');
  rows.set('east', { id: 'east' });
  expect(await readPlace(null)).toMatchObject({ location: { id: 'west' } });
  expect(await readPlace('west')).toMatchObject({ location: { id: 'west' } });
  expect(await readPlace('south')).toBeNull();
  await forgetPlace();
  expect(rows.size).toBe(0);
});

test('no connection stays open: its store would store the place again after the browser has ended it', async () => {
  const { indexedDB, openConnections } = fakeIndexedDb();
  vi.stubGlobal('indexedDB', indexedDB);
  const place = placeOf('west');
  await keepPlace(place);
  await keepPlace({ ...place, staff: { ...place.staff, id: 'another' } });
  expect(await readPlace('west')).toMatchObject({ staff: { id: 'another' } });
  await forgetPlace();
  expect(openConnections()).toBe(0);
});

test('a place that was stored while a gym had one reader profile still opens', async () => {
  vi.stubGlobal('indexedDB', fakeIndexedDb().indexedDB);
  const { location, ...rest } = placeOf('west');
  const { readerProfiles: _, ...view } = location;
  const readerProfile = { format: 'decimal', byteOrder: 'reversed', byteLength: 'auto', endKey: 'tab' };
  await keepPlace({ ...rest, location: { ...view, readerProfile } } as never); // safe because: what is stored is validated when it is read
  expect(await readPlace('west')).toMatchObject({ location: { id: 'west', readerProfiles: [readerProfile] } });
});

/** A browser with cache storage, and with locks across its windows. */
function openBrowser(fetchPage: (address: string, init: RequestInit) => Promise<unknown>) {
  const kept = new Map<string, Map<string, unknown>>();
  const cacheOf = (files: Map<string, unknown>) => ({
    match: async (file: string) => files.get(file),
    put: async (file: string, answer: unknown) => void files.set(file, answer),
  });
  let last: Promise<unknown> = Promise.resolve();
  const locks = {
    request: (_name: string, _options: object, work: () => Promise<unknown>) => {
      const turn = last.catch(() => {}).then(work);
      last = turn;
      return turn;
    },
  };
  const workers = new Set<string>();
  vi.stubGlobal('window', { isSecureContext: true });
  vi.stubGlobal('navigator', {
    locks,
    serviceWorker: {
      register: async (file: string) => void workers.add(file),
      getRegistrations: async () => [...workers].map((file) => ({ unregister: async () => workers.delete(file) })),
    },
  });
  vi.stubGlobal('caches', {
    match: async (file: string, { cacheName }: { cacheName: string }) => kept.get(cacheName)?.get(file),
    open: async (name: string) => {
      const files = kept.get(name) ?? new Map<string, unknown>();
      kept.set(name, files);
      return cacheOf(files);
    },
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  });
  vi.stubGlobal('indexedDB', fakeIndexedDb().indexedDB);
  vi.stubGlobal('fetch', fetchPage);
  return { kept, workers };
}
const build = {
  version: 'a build',
  locale: 'en',
  hearsScans: true,
  location: { id: 'l' },
  staff: { id: 's' },
} as never; // safe because: nothing else is read
const script = '/_next/static/a.js';
const shell = async (file: string) => new Response(file === '/away' ? `<script src="${script}">` : 'a script');
const led = async () => ({ ok: false, status: 0 });

test('the stored shell has the page, the files it refers to, and the service worker', async () => {
  const { kept, workers } = openBrowser(shell);
  expect(await keepShell(build)).toBe(true);
  expect([...(kept.get('front-desk shell a build en')?.keys() ?? [])]).toEqual([script, '/away']);
  expect(workers.size).toBe(1);
});

test('one failing file prevents the shell from being stored, and nothing is written after the error', async () => {
  const late = Promise.withResolvers<Response>();
  const asked: string[] = [];
  const { kept } = openBrowser(async (file) => {
    asked.push(file);
    if (file === '/away') return new Response(`<script src="${script}"></script><script src="/_next/static/b.js">`);
    return file === script ? new Response('', { status: 500 }) : late.promise;
  });
  let isTold = false;
  const keeping = keepShell(build).catch((error) => {
    isTold = true;
    return String(error);
  });
  await until(() => expect(asked).toHaveLength(3));
  for (let turns = 10; turns > 0; turns--) await new Promise(setImmediate);
  expect(isTold).toBe(false);
  late.resolve(new Response('late'));
  expect(await keeping).toContain('answered with 500');
  expect([...(kept.get('front-desk shell a build en')?.keys() ?? [])]).toEqual(['/_next/static/b.js']);
});

test.each(['/away', script])('Retry-After of a busy desk for %s is honoured', async (full) => {
  openBrowser(async (file) =>
    file === full ? new Response('Full', { status: 503, headers: { 'retry-after': '20' } }) : shell(file),
  );
  expect(retryAfterMsOf(await keepShell(build).catch((error) => error))).toBe(20_000);
});

describe('no shell is stored for a user who was signed out', () => {
  test('before its page was requested', async () => {
    const { kept, workers } = openBrowser(async (_, { redirect }) => {
      if (redirect !== 'manual') throw new Error('The browser complains of a redirect.');
      return led();
    });
    expect(await keepShell(build)).toBe(false);
    expect([kept.size, workers.size]).toEqual([0, 0]);
  });

  test('while its page was being fetched, which is not awaited', async () => {
    const fetchPage = vi.fn(
      (_: string, { signal }: RequestInit) =>
        new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const { kept, workers } = openBrowser(fetchPage);
    const keeping = keepShell(build).catch(String);
    await until(() => expect(fetchPage).toHaveBeenCalled());
    await dropShell();
    expect(await keeping).toContain('abort');
    expect([kept.size, workers.size]).toEqual([0, 0]);
  });

  test('while the stored shell is being removed: it does not come back', async () => {
    const { kept, workers } = openBrowser(shell);
    await keepShell(build);
    vi.stubGlobal('fetch', led);
    const dropping = dropShell();
    const keeping = keepShell(build);
    await dropping;
    const isSignedIn = await keeping;
    expect([kept.size, workers.size, isSignedIn]).toEqual([0, 0, false]);
    expect(await readPlace(null)).toBeNull();
  });
});
