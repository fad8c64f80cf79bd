import { beforeEach, expect, test } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { answerTapOnce, type TapKey } from './tap-memory.ts';

const testDesk = setUpTestDesk();
let key: TapKey;
/** Resolves the request to the platform of each process that began to answer, in order. */
let begun: (() => void)[];

beforeEach(async () => {
  const { location } = await testDesk.openLocation();
  key = { locationId: location.id, tapId: testDesk.desk.newId(), operation: 'lookUp' };
  begun = [];
});

/** A request for the tap. An answer carries the number of the request that was answered first. */
const attempt = (desk: DeskContext) =>
  answerTapOnce(desk, {
    key,
    ask: () => {
      const place = begun.length + 1;
      return new Promise<number>((resolve) => begun.push(() => resolve(place)));
    },
    decideAndRecord: async (_tx, place): Promise<TapAnswer> => ({
      decision: { kind: 'unknown', reasons: [] },
      scanned: { kind: 'rfid', text: String(place) },
      tappedAt: new Date(testDesk.clock.now).toISOString(),
      accountId: null,
      visitTapId: null,
      offers: [],
    }),
  });
const isBegun = (count: number) => until(() => expect(begun).toHaveLength(count), 20_000);
const answeredBy = ({ scanned }: TapAnswer) => scanned?.text;

test('a second request at the same process gets the first one’s answer, however long that takes', async () => {
  const first = attempt(testDesk.desk);
  await isBegun(1);
  testDesk.clock.now += 60_000;
  const second = attempt(testDesk.desk);
  begun[0]?.();
  expect([await first, await second].map(answeredBy)).toEqual(['1', '1']);
  expect(begun).toHaveLength(1);
});

test('another process takes a tap over once the first one is presumed dead, and not before', async () => {
  const first = attempt(testDesk.desk);
  await isBegun(1);
  testDesk.clock.now += 29_000;
  await expect(attempt(testDesk.another())).rejects.toMatchObject({ code: 'platformUnavailable' });
  expect(begun).toHaveLength(1);

  testDesk.clock.now += 2_000;
  const later = attempt(testDesk.another());
  await isBegun(2);
  begun[1]?.();
  expect(answeredBy(await later)).toBe('2');
  begun[0]?.();
  expect(answeredBy(await first)).toBe('2');
});

test('two processes whose clocks differ do not take a tap from each other repeatedly', async () => {
  const first = attempt(testDesk.desk);
  await isBegun(1);
  const here = testDesk.clock.now;
  // by the other process's clock the first one died long ago, and vice versa
  testDesk.clock.now = here - 45_000;
  const second = attempt(testDesk.another());
  await isBegun(2);
  testDesk.clock.now = here;
  begun[0]?.();
  await expect(first).rejects.toMatchObject({ code: 'platformUnavailable' });
  expect(begun).toHaveLength(2);
  begun[1]?.();
  expect(answeredBy(await second)).toBe('2');
});

test('a tap whose request failed is answered by the next request', async () => {
  const broken = { ask: () => Promise.reject(new Error('no platform')), decideAndRecord: () => Promise.reject() };
  await expect(answerTapOnce(testDesk.desk, { key, ...broken })).rejects.toThrow('no platform');
  const again = attempt(testDesk.desk);
  await isBegun(1);
  begun[0]?.();
  expect(answeredBy(await again)).toBe('1');
});
