import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createSealedStore } from '#lib/browser/base/sealed-store.ts';
import { fakeIndexedDb } from '#lib/testing/fake-indexed-db.ts';
import { identify } from '#lib/wire/reader/identify.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { until } from '#shared/testing/until.ts';
import { createTapQueue } from './tap-queue.ts';
import type { TapRequest } from './tap-request.ts';
import { createBrowserTapStore, withoutName } from './tap-store.ts';

const tap = { tapId: 't', locationId: 'l', staffId: 's', tappedAt: 1 };

test('taps are stored with ids, time and number only', () => {
  const kept: TapRequest[] = [
    { ...tap, kind: 'lookUp', source: 'scan', value: '0x04A2' },
    { ...tap, kind: 'checkIn', accountId: 'account-of-lena' },
    { ...tap, kind: 'checkIn', accountId: 'account-of-lena', scanTapId: 's' },
    { ...tap, kind: 'checkOut', accountId: 'account-of-lena' },
  ];
  for (const request of kept) expect(withoutName(request)).toEqual(request);
});

test('a chosen member is stored without the name', () => {
  const chosen = { ...tap, kind: 'lookUp', source: 'chosen', value: 'account-of-lena', name: 'Lena Vogt' } as const;
  expect(JSON.stringify(withoutName(chosen))).not.toContain('Lena');
  expect(withoutName(chosen)).toMatchObject({ tapId: 't', value: 'account-of-lena' });
});

const typed = { ...tap, kind: 'lookUp', source: 'typed' } as const;

test.each(['Lena Vogt', 'Lena', 'Lena Vogt 1990', 'Lena Vogt lena@example.com'])(
  'typed text with a name is not stored: %s',
  (value) => {
    expect(withoutName({ ...typed, value })).toBeNull();
  },
);

test.each([
  { value: 'M-10442' },
  { value: '04 A2 3B C2' },
  { value: '0x04A2 3BC2' },
  { value: '213,02000' },
  { value: '213, 02000' },
  { value: 'lena@example.com' },
  { value: 'abcdef', isHeld: true },
])('a typed number or address, or a pass held to the device, is stored: %j', (read) => {
  expect(withoutName({ ...typed, ...read })).toEqual({ ...typed, ...read });
});

test('no text is stored that the desk searches as a name', () => {
  const words = fc.array(fc.constantFrom('Lena', 'Abba', 'ab', '04', '1990', '0x', '@', ','), { maxLength: 5 });
  const text = fc.tuple(words, fc.constantFrom('', ' ')).map(([parts, between]) => parts.join(between));
  const isKept = (value: string) => withoutName({ ...typed, value }) !== null;
  fc.assert(
    fc.property(text, (value) => {
      if (identify(value, 'typed', [defaultReaderProfile]).kind === 'name') expect(isKept(value)).toBe(false);
    }),
  );
});

test('a typed reason is not stored', () => {
  expect(withoutName({ ...tap, kind: 'admitAnyway', accountId: 'a', reason: 'Lena Vogt is my aunt' })).toBeNull();
});

const taken = { wall: 1, steady: 2 };
const stamp = { ...taken, page: 3, known: { ms: 4, errorMs: 5, taken } };
const lookUp = { ...tap, kind: 'lookUp', source: 'scan', value: '0x04A2' } as const;

const isAnything = (kept: unknown): kept is object => kept !== null;

afterEach(() => vi.unstubAllGlobals());

test('every tap that may be stored is restored, also one without a stamp that an older page stored', async () => {
  vi.stubGlobal('indexedDB', fakeIndexedDb().indexedDB);
  const kept: TapRequest[] = [
    { ...lookUp, tapId: 'a', tappedAt: 1 },
    { ...lookUp, tapId: 'b', tappedAt: 2, source: 'typed', stamp },
    {
      ...tap,
      tapId: 'c',
      tappedAt: 3,
      stamp: { ...stamp, known: null },
      kind: 'lookUp',
      source: 'chosen',
      value: 'x',
      name: null,
    },
    { ...tap, tapId: 'd', tappedAt: 4, kind: 'checkIn', accountId: 'x', scanTapId: 'a' },
    { ...tap, tapId: 'e', tappedAt: 5, kind: 'checkOut', accountId: 'x' },
  ];
  for (const request of kept) await createBrowserTapStore().save(request);
  expect(await createBrowserTapStore().load()).toEqual({ items: kept, unreadable: [] });
});

test.each<[string, object]>([
  ['names no location', { ...lookUp, locationId: undefined }],
  ['names no user', { ...lookUp, staffId: undefined }],
  ['has no time', { ...lookUp, tappedAt: '2026-11-23' }],
  ['is of a kind that this page does not know', { ...lookUp, kind: 'wave' }],
  ['was read in another way', { ...lookUp, source: 'camera' }],
  ['is a press without a member', { ...tap, kind: 'checkIn' }],
  ['has another stamp', { ...lookUp, stamp: { at: 1 } }],
])('one that %s is not sent, and is reported as unreadable', async (_, kept) => {
  vi.stubGlobal('indexedDB', fakeIndexedDb().indexedDB);
  // as another version of the page may have stored it
  const { save } = createSealedStore({
    database: 'front-desk',
    store: 'taps',
    idKey: 'tapId',
    idOf: () => 't',
    isItem: isAnything,
  });
  await save(kept);
  const store = createBrowserTapStore();
  expect(await store.load()).toEqual({ items: [], unreadable: ['t'] });
});

test('a tap that the page before left is stored again when the data of the site is cleared', async () => {
  const { indexedDB, clear, endConnections } = fakeIndexedDb();
  vi.stubGlobal('indexedDB', indexedDB);
  await createBrowserTapStore().save(lookUp);
  // that page is closed
  endConnections({ withEvent: false });
  const store = createBrowserTapStore();
  const send = () => Promise.reject(new TypeError('Failed to fetch'));
  const queue = createTapQueue({ send, onAnswer: () => {}, onWait: () => {}, store });
  await queue.restore();
  await until(() => expect(queue.getState().waiting).toEqual([lookUp]));
  clear();
  endConnections();
  await until(async () => expect((await createBrowserTapStore().load()).items).toEqual([lookUp]));
  queue.dispose();
});
