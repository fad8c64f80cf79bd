import { expect, test } from 'vitest';
import { type DueWork, openLanes } from './lanes.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const process = { clock: () => 0, log: quiet };

/** Work on numbers, each of a location of its own. */
function workOn(waiting: number[], work: (item: number) => Promise<void>): DueWork<number> {
  return {
    ...{ name: 'numbers', broken: 'no number' },
    atOnce: 3,
    take: async ({ atMost }) => waiting.splice(0, atMost),
    idOf: String,
    locationOf: String,
    work,
  };
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('what never ends holds up its own lane alone, and no more is taken than there are lanes', async () => {
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

test('a failure is told with its location and stops nothing', async () => {
  const [done, told]: [number[], unknown[]] = [[], []];
  const log = { ...quiet, error: (...line: unknown[]) => void told.push(line) };
  const work = workOn(upTo(5), async (item) => {
    if (item === 1) throw new Error('broken');
    done.push(item);
  });
  await openLanes({ ...process, log }, work).idle();
  expect(done).toEqual([0, 2, 3, 4]);
  expect(told).toMatchObject([[{ locationId: '1' }, 'no number']]);
});

test('what is under way is not begun again, though it is taken twice', async () => {
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

test('a location that has its share under way is not taken from', async () => {
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

test('a stop gives back what is under way and what is claimed meanwhile, and what comes of it later is told to nobody', async () => {
  const released: number[][] = [];
  const told: unknown[] = [];
  const end = Promise.withResolvers<void>();
  const claim = Promise.withResolvers<number[]>();
  const claims = [Promise.resolve([1]), claim.promise];
  const work: DueWork<number> = {
    ...workOn([], () => end.promise.then(() => Promise.reject(new Error('the database is closed')))),
    take: () => claims.shift() ?? Promise.resolve([]),
    release: async (items) => void released.push([...items]),
  };
  const lanes = openLanes({ ...process, log: { ...quiet, error: (line: unknown) => void told.push(line) } }, work);
  await lanes.fill();
  const filling = lanes.fill();
  lanes.takeNoMore();
  claim.resolve([2]);
  await filling;
  await lanes.release();
  end.resolve();
  await lanes.idle();
  expect([released, told]).toEqual([[[2], [1]], []]);
});
