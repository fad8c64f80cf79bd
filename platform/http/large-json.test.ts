import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { randomIds } from '#platform/dependencies.ts';
import type { PlatformEnv } from './environment.ts';
import { takeLargeJson } from './large-json.ts';

test('of the long requests of a gym two are worked on at once, and those of another gym do not wait for them', async () => {
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  const app = new Hono<PlatformEnv>();
  app.use(async (c, next) => {
    // safe because: nothing else of it is read
    c.set('call', { gymId: c.req.query('gym'), ids: randomIds } as PlatformEnv['Variables']['call']);
    await next();
  });
  app.post('/', takeLargeJson, async (c) => {
    begun.push(c.req.query('gym') ?? '');
    await held.promise;
    return c.text('done');
  });
  const post = (gym: string) =>
    app.request(`/?gym=${gym}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ picture: 'x'.repeat(100_000) }),
    });
  const asked = ['north', 'north', 'north', 'north', 'north'].map(post);
  await vi.waitFor(() => expect(begun).toEqual(['north', 'north']));
  asked.push(post('south'));
  await vi.waitFor(() => expect(begun).toEqual(['north', 'north', 'south']));
  held.resolve();
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
  expect(begun).toHaveLength(6);
});
