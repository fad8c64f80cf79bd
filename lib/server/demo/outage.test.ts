import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { readDemo, switchPlatform } from './outage.ts';

const asked: string[] = [];
let rules: { name: string }[] = [{ name: 'slow' }];
const sandbox = http.createServer(async (request, response) => {
  const { method = '', url = '' } = request;
  asked.push(`${method} ${url} ${await text(request)}`.trim());
  if (method === 'PUT') rules = [...rules, { name: 'down' }];
  if (method === 'DELETE') rules = rules.filter(({ name }) => name !== 'down');
  response.end(method === 'GET' ? JSON.stringify({ rules }) : '{}');
});
let desk: DeskContext;
beforeAll(async () => {
  await new Promise<void>((resolve) => sandbox.listen(0, '127.0.0.1', resolve));
  const { port } = sandbox.address() as AddressInfo; // safe because: it listens on TCP
  desk = { demoPlatformUrl: `http://127.0.0.1:${port}` } as DeskContext; // safe because: nothing else of it is used
});
afterAll(() => void sandbox.close());
beforeEach(() => void asked.splice(0));

const cards = [{ value: '0x04', name: 'Lena Vogt', shows: 'admitted' }];
const locationOf = (part: Partial<Location>) =>
  ({ apiUrl: 'http://127.0.0.1:4010', demoCards: cards, ...part }) as Location; // safe because: nothing else of it is used

test('the outage of a demo’s platform can be started and ended, and is reported with the address of its sandbox', async () => {
  const location = locationOf({});
  const sandboxUrl = `${desk.demoPlatformUrl}/sandbox`;
  await switchPlatform({ desk, actor: { location } }, { isAway: true });
  expect(await readDemo({ desk, actor: { location } })).toEqual({ cards, isPlatformAway: true, sandboxUrl });
  await switchPlatform({ desk, actor: { location } }, { isAway: false });
  expect(await readDemo({ desk, actor: { location } })).toEqual({ cards, isPlatformAway: false, sandboxUrl });
  const reads = 'GET /sandbox/faults';
  expect(asked).toEqual(['PUT /sandbox/faults/down {"drop":"before"}', reads, 'DELETE /sandbox/faults/down', reads]);
});

test.each<[string, Partial<Location>, boolean]>([
  ['a location at a real provider, though it kept the cards', { apiUrl: 'https://mms.example.com' }, true],
  ['a location without the demo’s cards', { demoCards: [] }, true],
  ['a desk outside a demo', {}, false],
])('%s has no switch, and no request is sent', async (_, part, isDemoDesk) => {
  const own = isDemoDesk ? desk : ({ ...desk, demoPlatformUrl: undefined } as DeskContext); // safe because: see above
  expect(await readDemo({ desk: own, actor: { location: locationOf(part) } })).toEqual({
    cards: part.demoCards ?? cards,
    isPlatformAway: null,
    sandboxUrl: null,
  });
  await expect(
    switchPlatform({ desk: own, actor: { location: locationOf(part) } }, { isAway: true }),
  ).rejects.toMatchObject({ code: 'notFound' });
  expect(asked).toEqual([]);
});

test('a sandbox that does not run has no switch, and switching it fails', async () => {
  const alone = { demoPlatformUrl: 'http://127.0.0.1:9' } as DeskContext; // safe because: see above
  expect(await readDemo({ desk: alone, actor: { location: locationOf({}) } })).toMatchObject({
    cards,
    isPlatformAway: null,
  });
  await expect(
    switchPlatform({ desk: alone, actor: { location: locationOf({}) } }, { isAway: true }),
  ).rejects.toMatchObject({ code: 'platformUnavailable' });
});
