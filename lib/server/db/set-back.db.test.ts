import { expect, test } from 'vitest';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { nowAheadOfDatabase } from '#lib/testing/test-desk.ts';
import { areAhead } from './set-back.ts';

const testDesk = setUpTestDesk();
const minuteMs = 60_000;
const ahead = (ms: number, ofNow: number) =>
  areAhead(testDesk.desk.db, { times: [null, new Date(ofNow - minuteMs), new Date(ofNow + ms)], now: new Date(ofNow) });

test('a time lies ahead of this machine’s clock by more than a minute, where that is the later one', async () => {
  const now = nowAheadOfDatabase();
  expect([await ahead(minuteMs, now), await ahead(minuteMs + 1, now)]).toEqual([false, true]);
});

test('it lies ahead of the database’s clock as well, where this machine’s is behind', async () => {
  const now = Date.now() - 10 * minuteMs;
  expect([await ahead(10 * minuteMs, now), await ahead(24 * 60 * minuteMs, now)]).toEqual([false, true]);
});

test('where nothing was noted, nothing lies ahead', async () => {
  expect(await areAhead(testDesk.desk.db, { times: [null, null], now: new Date(0) })).toBe(false);
});
