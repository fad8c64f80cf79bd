import { expect, test } from 'vitest';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { nowAheadOfDatabase } from '#lib/testing/test-desk.ts';
import { areAhead } from './set-back.ts';

const testDesk = setUpTestDesk();
const minuteMs = 60_000;
const ahead = (ms: number, ofNow: number) =>
  areAhead(testDesk.desk.db, { times: [null, new Date(ofNow - minuteMs), new Date(ofNow + ms)], now: new Date(ofNow) });

test('a time lies in the future if it is more than a minute ahead of this machine’s clock, where that is the later one', async () => {
  const now = nowAheadOfDatabase();
  expect([await ahead(minuteMs, now), await ahead(minuteMs + 1, now)]).toEqual([false, true]);
});

test('where this machine’s clock is behind, it must be ahead of the database’s clock too', async () => {
  const now = Date.now() - 10 * minuteMs;
  expect([await ahead(10 * minuteMs, now), await ahead(24 * 60 * minuteMs, now)]).toEqual([false, true]);
});

test('without any times, none lies in the future', async () => {
  expect(await areAhead(testDesk.desk.db, { times: [null, null], now: new Date(0) })).toBe(false);
});
