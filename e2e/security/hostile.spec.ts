import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { computeCacheBustingSearchParam } from 'next/dist/shared/lib/router/utils/cache-busting-search-param.js';
import { expect, test } from '#e2e/base/fixtures.ts';
import { signInByRequest } from '#e2e/base/sign-in-request.ts';
import { fixedSeed, seed } from '#shared/testing/seed.ts';
import { bodiesOf } from './hostile/bodies.ts';
import { deskRequests } from './hostile/desk-requests.ts';
import { watchMemory } from './hostile/memory.ts';
import { platformRequests } from './hostile/platform-requests.ts';
import { addTold, type Hostile, sendRequests, tableOf } from './hostile/send-requests.ts';
import { signIns } from './hostile/sign-ins.ts';
import { watchPrograms } from './hostile/watch-programs.ts';
import { findDeskThings, makePlatformThings } from './hostile/what-there-is.ts';

/** Another seed gives other bodies, and as many as these two. */
const seeds = seed === fixedSeed ? [20_261_123, 99_991_231] : [seed];

test('any request to any endpoint of both programs results in a client error at worst', async ({
  stack,
  playwright,
}) => {
  const manager = await signInByRequest(playwright, stack, 'manager');
  const { cookies } = await manager.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const things = { desk: await findDeskThings(stack), platform: await makePlatformThings(stack) };
  const state = 'x';
  const search = `_rsc=${await computeCacheBustingSearchParam(undefined, undefined, state, undefined)}`;
  const bodies = bodiesOf(seeds);
  const requests = {
    desk: deskRequests(stack.deskUrl, { bodies, things: things.desk, cookie, unreadableState: { state, search } }),
    platform: platformRequests(stack.platformUrl, { bodies, things: things.platform }),
  };
  const together = await signIns(stack);

  const stopWatching = watchPrograms(stack);
  // the requests to the platform concern a gym that the desk does not know
  const asked = await Promise.all([sendRequests(requests.desk), sendRequests(requests.platform)]);
  const atOnce = await Promise.all(together.map((request) => sendRequests([request])));
  const told = addTold([...asked, ...atOnce]);
  const watched = await stopWatching();
  process.stdout.write(
    `\n${requests.desk.length + requests.platform.length} hostile requests of seeds ${seeds}\n${tableOf(told, watched)}\n`,
  );
  const { unwell, errors } = watched;
  expect({ wrong: told.wrong, unwell, errors }).toEqual({ wrong: [], unwell: [], errors: [] });
  for (const { grownMB, boundMB } of Object.values(watched.memory)) expect(grownMB ?? 0).toBeLessThan(boundMB);
  // the desk still signs in, and answers with a page
  const reception = await signInByRequest(playwright, stack, 'reception');
  const home = await reception.get('/');
  expect([home.status(), await home.text()]).toEqual([200, expect.stringContaining('Ana Keller')]);
  await Promise.all([manager, reception].map((request) => request.dispose()));
});

test('the requests break a program without protection (control)', async () => {
  const walk = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + walk(one), 1)
      : 1;
  const server = http.createServer(async (request, response) => {
    const [, status, retryAfter] = request.url?.split('/') ?? [];
    if (status) return void response.writeHead(Number(status), retryAfter ? { 'retry-after': retryAfter } : {}).end();
    try {
      response.end(String(walk(JSON.parse(await text(request)))));
    } catch (error) {
      response.writeHead(error instanceof RangeError ? 500 : 400).end();
    }
  });
  // otherwise a connection that was idle while this test computed is closed when its next request arrives
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { wires, jsons } = bodiesOf(seeds);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe because: it listens at a port
  const asked = (bodies: readonly string[], isInPieces = false) =>
    sendRequests(bodies.map((body) => ({ group: 'desk, none', url, init: { method: 'POST', body }, isInPieces })));
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
  const valid = { name: 'a', within: { list: ['b', 'c'] } };
  const nearly = () => bodiesOf(seeds).nearly(valid, ['within'], 60);
  expect(new Set(nearly().map((sent) => JSON.stringify(sent))).size).toBeGreaterThan(30);
  expect(nearly().filter((sent) => !('name' in sent) || sent.name !== 'a')).toEqual([]);
  expect(nearly()).toEqual(nearly());
  expect([bodiesOf(seeds).wires, bodiesOf(seeds).jsons]).toEqual([wires, jsons]);
  const answersOf = async (path: string, how: Pick<Hostile, 'isRight' | 'isUnauthorized'> = {}) => {
    const sent = await sendRequests([{ group: 'desk, none', url: url + path, init: {}, ...how }]);
    return sent.wrong.length;
  };
  const mistakes = await Promise.all(['/400', '/429', '/503/1'].map((path) => answersOf(path)));
  const failures = await Promise.all(['/500', '/502', '/503', '/503/soon', '/418'].map((path) => answersOf(path)));
  expect([mistakes, failures]).toEqual([
    [0, 0, 0],
    [1, 1, 1, 1, 1],
  ]);
  const isRight = true;
  expect([await answersOf('/200', { isRight }), await answersOf('/400', { isRight })]).toEqual([0, 1]);
  const toNobody = ['/401', '/403', '/200', '/204', '/400', '/404'];
  const refusals = await Promise.all(toNobody.map((path) => answersOf(path, { isUnauthorized: true })));
  expect(refusals).toEqual([0, 0, 1, 1, 1, 1]);
  const memory = watchMemory(process.pid);
  const held = Buffer.alloc(128 * 1024 * 1024, 1);
  const grownMB = memory.grownMB();
  // if the machine does not report it, it is not checked
  expect([held.at(-1), grownMB === null || grownMB > 64]).toEqual([1, true]);
  await new Promise((closed) => server.close(closed));
});
