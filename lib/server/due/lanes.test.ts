import { afterEach, expect, test, vi } from 'vitest';
import { watchCrowd } from '#lib/server/base/crowd.ts';
import { until } from '#shared/testing/until.ts';
import { type DueWork, openLanes } from './lanes.ts';

afterEach(() => void vi.useRealTimers());

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const process = { clock: () => 0, log: quiet };

/** Work on numbers, each at a location of its own. */
function workOn(waiting: number[], work: (item: number) => Promise<void>): DueWork<number> {
  return {
    name: 'numbers',
    broken: 'no number',
    atOnce: 3,
    take: async ({ atMost }) => waiting.splice(0, atMost),
    idOf: String,
    locationOf: String,
    work,
  };
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('an item that never ends blocks only its own lane, and no more items are taken than there are lanes', async () => {
  const done: number[] = [];
  let [now, most] = [0, 0];
  const lanes = openLanes(
    process,
    workOn(upTo(20), async (item) => {
      now += 1;
      most = Math.max(most, now);
      if (item < 2) return new Promise(() => {});
      await Promise.resolve();
      done.push(item);
      now -= 1;
    }),
  );
  await lanes.fill();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(done).toEqual(upTo(20).slice(2));
  expect(most).toBe(3);
});

test('a failure is logged with its location and stops nothing', async () => {
  const [done, logged]: [number[], unknown[]] = [[], []];
  const log = { ...quiet, error: (...line: unknown[]) => void logged.push(line) };
  const work = workOn(upTo(5), async (item) => {
    if (item === 1) throw new Error('broken');
    done.push(item);
  });
  await openLanes({ ...process, log }, work).idle();
  expect(done).toEqual([0, 2, 3, 4]);
  expect(logged).toMatchObject([[{ locationId: '1' }, 'no number']]);
});

test('an item under way is not begun again, even if it is taken twice', async () => {
  let begun = 0;
  const end = Promise.withResolvers<void>();
  const count = () => {
    begun += 1;
    return end.promise;
  };
  const work = { ...workOn([], count), take: async () => [7] };
  const lanes = openLanes(process, work);
  await lanes.fill();
  await lanes.fill();
  expect(begun).toBe(1);
  lanes.takeNoMore();
  end.resolve();
  await lanes.idle();
});

test('nothing more is taken from a location that has reached its limit', async () => {
  const excepted: unknown[] = [];
  const work: DueWork<number> = {
    ...workOn([], () => new Promise(() => {})),
    mostOfLocation: 1,
    take: async ({ except = [] }) => {
      excepted.push(except);
      return except.length > 0 ? [] : [5];
    },
  };
  const lanes = openLanes(process, work);
  await lanes.fill();
  await lanes.fill();
  expect(excepted).toEqual([[], ['5']]);
});

/** Twelve lanes that gather for 100 ms: how often they have polled, and the items they have begun, which the test ends. */
async function gatherInLanes() {
  vi.useFakeTimers();
  const begun: PromiseWithResolvers<void>[] = [];
  let polls = 0;
  const numbers = workOn(upTo(40), () => {
    const end = Promise.withResolvers<void>();
    begun.push(end);
    return end.promise;
  });
  const take: typeof numbers.take = (look, underWay) => {
    polls += 1;
    return numbers.take(look, underWay);
  };
  const lanes = openLanes(process, { ...numbers, take, atOnce: 12, gatherMs: 100 });
  await lanes.fill();
  const end = async (indices: number[], waitMs: number) => {
    for (const index of indices) begun[index]?.resolve();
    await vi.advanceTimersByTimeAsync(waitMs);
    return { polls, begun: begun.length };
  };
  return end;
}

test('capacity that several items leave soon after each other is filled by one poll, whatever other items do', async () => {
  const end = await gatherInLanes();
  expect(await end([0], 60)).toEqual({ polls: 1, begun: 12 });
  expect(await end([1], 60)).toEqual({ polls: 2, begun: 14 });
});

test('once a quarter of the capacity was left, it is filled at once', async () => {
  const end = await gatherInLanes();
  expect(await end([0, 1], 0)).toEqual({ polls: 1, begun: 12 });
  expect(await end([2], 0)).toEqual({ polls: 2, begun: 15 });
  expect(await end([3], 99)).toEqual({ polls: 2, begun: 15 });
  expect(await end([], 1)).toEqual({ polls: 3, begun: 16 });
});

interface Row {
  gym: string;
  id: number;
}

/**
 * Rows that stay due until they are done: at most 20 of a gym and 40 in all per poll, the first of each gym before any
 * second one.
 */
function ledgerOf(rows: Row[], work: DueWork<Row>['work']): DueWork<Row> {
  const places = { atOnce: 40, mostOfLocation: 20 };
  return {
    name: 'rows',
    broken: 'no row',
    ...places,
    idOf: ({ id }) => String(id),
    locationOf: ({ gym }) => gym,
    work,
    take: async ({ atMost, of, except = [] }, underWay) => {
      const isLooked = ({ gym }: Row) => (!of || of.includes(gym)) && !except.includes(gym);
      const due = rows.filter((row) => isLooked(row) && !underWay.includes(row));
      const ofGyms = Object.values(Object.groupBy(due, ({ gym }) => gym)).flatMap((some = []) =>
        some.slice(0, places.mostOfLocation).map((row, place) => ({ row, place })),
      );
      return ofGyms
        .toSorted((a, b) => a.place - b.place)
        .slice(0, atMost)
        .map(({ row }) => row);
    },
  };
}
let ids = 0;
const rowsOf = (gym: string, count: number): Row[] =>
  upTo(count).map(() => {
    ids += 1;
    return { gym, id: ids };
  });
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 50));

test.each<[string, DueWork<Row>['work']]>([
  ['fails', async () => 'waits'],
  ['throws', () => Promise.reject(new Error('broken'))],
])('an item that %s is not tried again before the next poll, however many are due', async (_how, outcome) => {
  let attempts = 0;
  const work = ledgerOf([...rowsOf('a', 30), ...rowsOf('b', 30)], async (...row) => {
    attempts += 1;
    return outcome(...row);
  });
  const lanes = openLanes(process, work);
  await lanes.fill();
  await aWhile();
  expect(attempts).toBe(40);
  await lanes.fill(['a']);
  await aWhile();
  expect(attempts).toBe(60);
  await lanes.fill();
  await aWhile();
  expect(attempts).toBe(100);
  lanes.takeNoMore();
});

test('a poll by name is not lost where an item of its location fails before the poll begins', async () => {
  const ends = new Map<Row, (outcome: 'waits') => void>();
  const rows = rowsOf('a', 1);
  const work = ledgerOf(rows, (row) => new Promise((resolve) => ends.set(row, resolve)));
  const take = Promise.withResolvers<void>();
  const lanes = openLanes(process, {
    ...work,
    take: async (look, underWay) => {
      if (look.of?.includes('b')) await take.promise;
      return work.take(look, underWay);
    },
  });
  await lanes.fill();
  const [first, second] = [rows[0], rowsOf('a', 1)[0]];
  if (!first || !second) throw new Error('There are no rows.');
  const slow = lanes.fill(['b']);
  rows.push(second);
  const asked = lanes.fill(['a']);
  ends.get(first)?.('waits');
  await aWhile();
  take.resolve();
  await Promise.all([slow, asked]);
  expect(ends.has(second)).toBe(true);
  lanes.takeNoMore();
});

test('an item that fails each time blocks no other item of its location', async () => {
  const rows = rowsOf('a', 100);
  const bad = rows[0];
  const work = ledgerOf(rows, async (row) => {
    if (row === bad) return 'waits';
    rows.splice(rows.indexOf(row), 1);
    return 'done';
  });
  await openLanes(process, work).fill();
  await aWhile();
  expect(rows).toEqual([bad]);
});

test('a location never has more items under way than its limit, over however many polls, and others have the rest', async () => {
  const rows: Row[] = [];
  const begun: Row[] = [];
  const ends: (() => void)[] = [];
  const work = ledgerOf(rows, (row) => {
    begun.push(row);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(() => {
      rows.splice(rows.indexOf(row), 1);
      resolve();
    });
    return promise;
  });
  const lanes = openLanes(process, work);
  const count = () => ({
    hanging: begun.filter(({ gym }) => gym === 'hanging').length,
    quick: begun.filter(({ gym }) => gym === 'quick').length,
  });
  for (const wave of [10, 9, 60]) {
    rows.push(...rowsOf('hanging', wave));
    await lanes.fill();
  }
  expect(count()).toEqual({ hanging: 20, quick: 0 });
  rows.push(...rowsOf('quick', 20));
  await lanes.fill();
  expect(count()).toEqual({ hanging: 20, quick: 20 });
  ends[0]?.();
  await aWhile();
  expect(count()).toEqual({ hanging: 21, quick: 20 });
  lanes.takeNoMore();
});

test('items of a location over its limit take no capacity of another location in the same poll', async () => {
  const rows = rowsOf('hanging', 19);
  const begun: string[] = [];
  const work = ledgerOf(rows, ({ gym }) => {
    begun.push(gym);
    return new Promise(() => {});
  });
  const lanes = openLanes(process, work);
  await lanes.fill();
  rows.push(...rowsOf('hanging', 20), ...rowsOf('quick', 20));
  await lanes.fill();
  expect(begun.filter((gym) => gym === 'quick')).toHaveLength(20);
});

test('a stop releases the items under way and those claimed meanwhile, and their later outcomes are dropped', async () => {
  const released: number[][] = [];
  const logged: unknown[] = [];
  const end = Promise.withResolvers<void>();
  const claim = Promise.withResolvers<number[]>();
  const claims = [Promise.resolve([1]), claim.promise];
  const work: DueWork<number> = {
    ...workOn([], () => end.promise.then(() => Promise.reject(new Error('the database is closed')))),
    take: () => claims.shift() ?? Promise.resolve([]),
    release: async (items) => void released.push([...items]),
  };
  const lanes = openLanes({ ...process, log: { ...quiet, error: (line: unknown) => void logged.push(line) } }, work);
  await lanes.fill();
  const filling = lanes.fill();
  lanes.takeNoMore();
  claim.resolve([2]);
  await filling;
  await lanes.release();
  end.resolve();
  await lanes.idle();
  expect([released, logged]).toEqual([[[2], [1]], []]);
});

test('while people wait nothing is taken until the next poll after that, unless a caller waits for all of it', async () => {
  let isCrowded = true;
  const crowd = { ...watchCrowd(), openHold: () => () => isCrowded };
  const done: number[] = [];
  const work = (items: number[]) => workOn(items, async (item) => void done.push(item));
  const lanes = openLanes({ ...process, crowd }, work(upTo(5)));
  await lanes.fill();
  expect(done).toEqual([]);
  isCrowded = false;
  await lanes.fill();
  await until(() => expect(done).toEqual(upTo(5)));
  isCrowded = true;
  await openLanes({ ...process, crowd }, work([7])).idle();
  expect(done).toEqual([...upTo(5), 7]);
});

test('during a long crowd all lanes shrink their backlog some seconds of each minute, also where people pause unseen', async () => {
  vi.useFakeTimers();
  const crowd = watchCrowd(Date.now);
  const startedAt = Date.now();
  const kinds = [1_000, 7_000].map((everyMs) => {
    const doneAt: number[] = [];
    const work = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      doneAt.push(Date.now() - startedAt);
    };
    return { everyMs, doneAt, lanes: openLanes({ ...process, crowd }, { ...workOn(upTo(1_000), work), atOnce: 8 }) };
  });
  for (let ms = 0; ms < 600_000; ms += 100) {
    // people wait for 59 seconds at a time, and no poll falls into the moments between
    const isPause = ms % 60_100 >= 59_000;
    if (!isPause) crowd.note();
    for (const { everyMs, lanes } of kinds) if (!isPause && ms % everyMs === 0) await lanes.fill();
    await vi.advanceTimersByTimeAsync(100);
  }
  for (const { everyMs, doneAt, lanes } of kinds) {
    lanes.takeNoMore();
    const pauses = doneAt.map((at, index) => at - (doneAt[index - 1] ?? 0));
    expect(Math.max(...pauses)).toBeLessThan(60_000 + 2 * everyMs + 1_100 + 1_000);
    expect(doneAt.length, 'a single round a minute would do 80').toBeGreaterThan(400);
    const busySeconds = new Set(doneAt.map((at) => Math.trunc(at / 1_000)));
    expect(busySeconds.size, 'of 600').toBeLessThan(120);
  }
});

test('while lists of windows wait, some items begin in each half second, also beside others that never end', async () => {
  vi.useFakeTimers();
  const crowd = watchCrowd(Date.now);
  const begun: number[] = [];
  const numbers = workOn(upTo(200), async (item) => {
    begun.push(item);
    if (item % 10 === 0) await new Promise(() => {});
  });
  const lanes = openLanes({ ...process, crowd }, { ...numbers, atOnce: 40, pace: { starts: 6, everyMs: 500 } });
  const pass = async (seconds: number) => {
    for (let ms = 0; ms < seconds * 1_000; ms += 100) {
      crowd.noteLists();
      await vi.advanceTimersByTimeAsync(100);
    }
    return begun.length;
  };
  crowd.noteLists();
  await lanes.fill();
  expect(begun).toHaveLength(6);
  expect(await pass(10), 'twelve a second').toBe(6 + 20 * 6);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(begun, 'nobody waits any more').toHaveLength(200);
  lanes.takeNoMore();
});

test('work without such a rate goes on at its full width while lists of windows wait', async () => {
  const crowd = { ...watchCrowd(), openPace: () => () => true };
  const begun: number[] = [];
  const numbers = workOn(upTo(20), async (item) => {
    begun.push(item);
    await new Promise(() => {});
  });
  const lanes = openLanes({ ...process, crowd }, { ...numbers, atOnce: 8 });
  await lanes.fill();
  expect(begun).toHaveLength(8);
  lanes.takeNoMore();
});
