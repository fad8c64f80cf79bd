import { expect, test } from 'vitest';
import { until } from '#shared/testing/until.ts';
import type { Moment } from './claim-due.ts';
import { type DueWork, openLanes } from './lanes.ts';
import type { DueNotice } from './notice.ts';
import { readNotice } from './notice.ts';
import { startWorker } from './worker.ts';

const logged: unknown[][] = [];
const log = (...line: unknown[]) => void logged.push(line);
let now = 1_000_000;
const process = { clock: () => now, log: { info: log, warn: log, error: log } };
const never = 3_600_000;

/** Locations that are due from a moment on, in place of a table. A location is only done if a poll asks for it. */
function kindOf(due: Map<string, number>, done: string[]): DueWork<string> {
  return {
    name: 'chores',
    broken: 'a chore failed',
    take: async ({ now: at, of }) =>
      [...due].flatMap(([id, dueAt]) => (dueAt <= at.getTime() && (!of || of.includes(id)) ? [id] : [])),
    idOf: (id) => id,
    locationOf: (id) => id,
    work: async (id) => {
      due.delete(id);
      done.push(id);
    },
  };
}
const momentsOf = (due: Map<string, number>) => [
  {
    kind: 'chores',
    read: async ({ now: at }: { now: Date }): Promise<Moment[]> =>
      [...due].flatMap(([locationId, dueAt]) => (dueAt > at.getTime() ? [{ locationId, at: new Date(dueAt) }] : [])),
  },
];

test('a notification starts its work at once, and one of another kind causes no poll', async () => {
  const [due, done] = [new Map<string, number>(), [] as string[]];
  let listener: (notice: DueNotice | null) => void = () => {};
  const work = kindOf(due, done);
  const stop = startWorker(process, {
    due: [{ name: 'chores', lanes: openLanes(process, work), lookEveryMs: never, moments: momentsOf(due) }],
    subscribeDue: (subscribed) => {
      listener = subscribed;
      return () => {};
    },
  });
  due.set('a', now).set('b', now);
  listener({ kind: 'others', locationId: 'b', at: now });
  listener({ kind: 'chores', locationId: 'a', at: now });
  await until(() => expect(done).toEqual(['a']));
  // notices may have been lost: all locations are polled
  listener(null);
  await until(() => expect(done).toEqual(['a', 'b']));
  await stop();
});

test('work that is due later is done at its moment, without a notice', async () => {
  const [due, done] = [new Map([['a', now + 60]]), [] as string[]];
  const lanes = openLanes(process, kindOf(due, done));
  const stop = startWorker(process, {
    due: [{ name: 'chores', lanes, lookEveryMs: never, moments: momentsOf(due) }],
  });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(done).toEqual([]);
  now += 60;
  await until(() => expect(done).toEqual(['a']));
  await stop();
});

test('work that becomes due during a poll is done right after it', async () => {
  const [due, done] = [new Map([['a', now + 5]]), [] as string[]];
  const work = kindOf(due, done);
  const take: typeof work.take = async (...look) => {
    const taken = await work.take(...look);
    now += 10;
    return taken;
  };
  const lanes = openLanes(process, { ...work, take });
  const stop = startWorker(process, {
    due: [{ name: 'chores', lanes, lookEveryMs: never, moments: momentsOf(due) }],
  });
  await until(() => expect(done).toEqual(['a']));
  await stop();
});

test('a database that is unavailable is logged, and stops nothing', async () => {
  const [due, done] = [new Map([['a', now]]), [] as string[]];
  const work = kindOf(due, done);
  let isAway = true;
  const take: typeof work.take = (...look) => (isAway ? Promise.reject(new Error('away')) : work.take(...look));
  const rounds: string[] = [];
  const round = async () => {
    rounds.push('round');
    if (isAway) throw new Error('away');
  };
  logged.length = 0;
  const stop = startWorker(process, {
    due: [{ name: 'chores', lanes: openLanes(process, { ...work, take }), lookEveryMs: 10 }],
    rounds: [{ name: 'a round', everyMs: 10, run: round }],
  });
  await until(() => expect(logged.map(([, message]) => message)).toContain('claiming chores failed'));
  await until(() => expect(logged.map(([, message]) => message)).toContain('a round failed'));
  isAway = false;
  await until(() => expect(done).toEqual(['a']));
  await stop();
  const { length } = rounds;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(rounds).toHaveLength(length);
});

test.each([
  ['send-visit 9a0f3c52 1795659860188', { kind: 'send-visit', locationId: '9a0f3c52', at: 1_795_659_860_188 }],
  ['send-visit 9a0f3c52', null],
  ['send-visit 9a0f3c52 soon', null],
  ['', null],
])('a payload %j is parsed as a notice, or rejected', (payload, notice) => {
  expect(readNotice(payload)).toEqual(notice);
});
