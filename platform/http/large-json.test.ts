import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import { nested } from '#platform/testing/hostile-bodies.ts';
import { until } from '#shared/testing/until.ts';
import type { PlatformEnv } from './environment.ts';
import { answerError } from './error-answer.ts';
import { takeLargeJson } from './large-json.ts';

/** Posts a body as a gym, to a handler that runs `work`. */
function poster(work: (gym: string) => Promise<void>) {
  const app = new Hono<PlatformEnv>();
  app.onError(answerError(createLog('silent'), systemClock));
  app.use(async (c, next) => {
    // safe because: nothing else of it is read
    c.set('call', { gymId: c.req.query('gym'), ids: randomIds } as PlatformEnv['Variables']['call']);
    await next();
  });
  app.post('/', takeLargeJson, async (c) => {
    await work(c.req.query('gym') ?? '');
    return c.text('done');
  });
  return (gym: string, body: string) =>
    app.request(`/?gym=${gym}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

test('two large requests of a gym are processed at once, and those of another gym do not wait for them', async () => {
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  const post = poster(async (gym) => {
    begun.push(gym);
    await held.promise;
  });
  const send = (gym: string) => post(gym, JSON.stringify({ picture: 'x'.repeat(100_000) }));
  const asked = ['north', 'north', 'north', 'north', 'north'].map(send);
  await until(() => expect(begun).toEqual(['north', 'north']));
  asked.push(send('south'));
  await until(() => expect(begun).toEqual(['north', 'north', 'south']));
  held.resolve();
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
  expect(begun).toHaveLength(6);
});

test.each([
  ['lists in each other', nested('[', ']', 60_000)],
  ['values in a list', `[${Array(60_000).fill(1)}]`],
])('a body of 60,000 %s is refused before it is parsed', async (_, body) => {
  const work = vi.fn(async () => {});
  expect((await poster(work)('north', body)).status).toBe(400);
  expect(work).not.toHaveBeenCalled();
});

test('a body of the same length is accepted if it contains one string', async () => {
  const work = vi.fn(async () => {});
  expect((await poster(work)('north', JSON.stringify('[,'.repeat(60_000)))).status).toBe(200);
  expect(work).toHaveBeenCalledOnce();
});
