import { afterEach, expect, test, vi } from 'vitest';
import type { ChildProgram } from '#programs/base/child-program.ts';
import { until } from '#shared/testing/until.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { type Life, supervise } from './programs.ts';

const serving = new Set<string>();
afterEach(() => {
  vi.unstubAllGlobals();
  serving.clear();
});

/** A program that serves from each start until it ends. */
async function openProgram(healthUrl: string) {
  let ended = Promise.withResolvers<null>();
  let child: Partial<ChildProgram> = {};
  const start = vi.fn(async () => {
    ended = Promise.withResolvers<null>();
    child = { ended: ended.promise };
    serving.add(healthUrl);
  });
  await start();
  // safe because: nothing else of it is used
  const life: Life = { start, kill: async () => {}, child: () => child as ChildProgram, healthUrl };
  const end = () => {
    serving.delete(healthUrl);
    ended.resolve(null);
  };
  return { life, start, end };
}

test('the exit of a program is expected if its database was killed, and unexpected otherwise', async () => {
  vi.stubGlobal('fetch', async (url: string) => new Response(null, { status: serving.has(url) ? 200 : 503 }));
  const [desk, otherDesk] = await Promise.all(['http://desk', 'http://other'].map(openProgram));
  if (!desk || !otherDesk) throw new Error('They are two.');
  const stack = {} as Stack; // safe because: its databases are not aimed at
  const programs = supervise(stack, { desk: desk.life, otherDesk: otherDesk.life });
  const comeback = programs.awaitComeback('desk');
  desk.end();
  otherDesk.end();
  await comeback;
  await until(() => expect(otherDesk.start).toHaveBeenCalledTimes(2));
  expect([programs.comebacks().withItsProgram, programs.unexpectedEnds()]).toEqual([1, 0]);

  desk.end();
  await until(() => expect(desk.start).toHaveBeenCalledTimes(3));
  expect(programs.unexpectedEnds()).toBe(1);
  await programs.release();
});

test('a program that lost its database may also end once it is back, and the one started in its place may not', async () => {
  vi.stubGlobal('fetch', async (url: string) => new Response(null, { status: serving.has(url) ? 200 : 503 }));
  const desk = await openProgram('http://desk');
  const stack = {} as Stack; // safe because: its databases are not aimed at
  const programs = supervise(stack, { desk: desk.life });
  await programs.awaitComeback('desk');
  expect(programs.comebacks().byItself).toBe(1);
  desk.end();
  await until(() => expect(desk.start).toHaveBeenCalledTimes(2));
  expect(programs.unexpectedEnds()).toBe(0);
  desk.end();
  await until(() => expect(desk.start).toHaveBeenCalledTimes(3));
  expect(programs.unexpectedEnds()).toBe(1);
  await programs.release();
});
