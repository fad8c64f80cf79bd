import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { computeCacheBustingSearchParam } from 'next/dist/shared/lib/router/utils/cache-busting-search-param.js';
import { expect, test } from './fixtures.ts';
import { addTold, askDoors, tableOf } from './hostile/ask-doors.ts';
import { jsonBodies, wireBodies } from './hostile/bodies.ts';
import { deskRequests, platformRequests, signIns } from './hostile/requests.ts';
import { watchPrograms } from './hostile/watch-programs.ts';

test.describe.configure({ timeout: 900_000 });
test.use({ isLastOfItsStack: true });

/** Other bodies with another one: `HOSTILE_SEED=7 npm test -- e2e/hostile.spec.ts`. */
const seed = Number(process.env.HOSTILE_SEED ?? 20_261_123);
const wires = wireBodies(seed, 110);
const jsons = jsonBodies(seed, 50);

test('whatever anybody sends to any door of both programs is their mistake, and nobody else waits for it', async ({
  stack,
  page,
  desk,
}) => {
  await desk.signIn(page, 'manager');
  const cookies = await page.context().cookies(stack.deskUrl);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const gym = await stack.platformAdmin<{ apiKey: string; accessToken: string; legacyGymId: number }>(
    ...['create-gym', '--name', 'Hostile', '--time-zone', 'Europe/Berlin'],
  );
  const state = 'x';
  const search = `_rsc=${await computeCacheBustingSearchParam(undefined, undefined, state, undefined)}`;
  const requests = [
    ...deskRequests(stack.deskUrl, { wires, jsons, cookie, unreadableState: { state, search } }),
    ...platformRequests(stack.platformUrl, { jsons, gym }),
  ];

  const stopWatching = watchPrograms(stack);
  const pids = stack.programs();
  const asked = await askDoors(requests, (program) => pids[program]?.pid);
  const together = await signIns(stack);
  const atOnce = await Promise.all(together.map((request) => askDoors([request], (program) => pids[program]?.pid)));
  const told = addTold([asked, ...atOnce]);
  const watched = await stopWatching();
  process.stdout.write(`\n${requests.length} hostile requests of seed ${seed}\n${tableOf(told, watched.longestMs)}\n`);
  expect(told.wrong).toEqual([]);
  expect([watched.unwell, watched.errors]).toEqual([[], []]);
  await desk.signIn(page);
});

test('the doors are asked with what breaks a program that has none (control)', async () => {
  const walk = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + walk(one), 1)
      : 1;
  const server = http.createServer(async (request, response) => {
    try {
      response.end(String(walk(JSON.parse(await text(request)))));
    } catch (error) {
      response.writeHead(error instanceof RangeError ? 500 : 400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe because: it listens at a port
  const asked = (bodies: string[], isInPieces = false) =>
    askDoors(
      bodies.map((body) => ({ door: 'desk, none', url, init: { method: 'POST', body }, isInPieces })),
      () => process.pid,
    );
  expect((await asked(wires)).wrong).not.toEqual([]);
  expect((await asked(jsons)).wrong).not.toEqual([]);
  const harmless = await asked(['[{}]', '["$@0"]', '{'], true);
  expect([harmless.wrong, [...(harmless.rows.get('desk, none')?.statuses ?? [])]]).toEqual([
    [],
    [
      ['200', 2],
      ['400', 1],
    ],
  ]);
  for (const sign of '@QWBKiRX0') expect(wires.some((body) => body.includes(`"$${sign}`))).toBe(true);
  expect([wires, jsons].map((bodies) => bodies.some((body) => body.startsWith('\ufeff')))).toEqual([true, true]);
  expect([wireBodies(seed, 110), jsonBodies(seed, 50)]).toEqual([wires, jsons]);
  await new Promise((closed) => server.close(closed));
});
