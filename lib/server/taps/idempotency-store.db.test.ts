import { beforeEach, expect, test } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { answerIdempotently, type IdempotencyKey } from './idempotency-store.ts';

const testDesk = setUpTestDesk();
let key: IdempotencyKey;
/** Resolves the request to the platform of each process that began the work, in order. */
let begun: (() => void)[];

beforeEach(async () => {
  const { location } = await testDesk.openLocation();
  key = { locationId: location.id, tapId: testDesk.desk.newId(), operation: 'lookUp' };
  begun = [];
});

/** A request with the key. The answer has the number of the request that did the work. */
const attempt = (desk: DeskContext) =>
  answerIdempotently(desk, {
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
const isBegun = (count: number) => until(() => expect(begun).toHaveLength(count));
const answeredBy = ({ scanned }: TapAnswer) => scanned?.text;

test('a retry at the same process gets the answer of the request in flight, however long that takes', async () => {
  holdDeadlines();
  const first = attempt(testDesk.desk);
  await isBegun(1);
  testDesk.clock.now += 60_000;
  const second = attempt(testDesk.desk);
  begun[0]?.();
  expect([await first, await second].map(answeredBy)).toEqual(['1', '1']);
  expect(begun).toHaveLength(1);
});

test('another process takes a claim over once it has expired, and not before', async () => {
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

test('two processes whose clocks differ do not take a claim from each other repeatedly', async () => {
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

test('after a failure the claim is released, and the next retry does the work', async () => {
  const broken = { ask: () => Promise.reject(new Error('no platform')), decideAndRecord: () => Promise.reject() };
  await expect(answerIdempotently(testDesk.desk, { key, ...broken })).rejects.toThrow('no platform');
  const again = attempt(testDesk.desk);
  await isBegun(1);
  begun[0]?.();
  expect(answeredBy(await again)).toBe('1');
});
