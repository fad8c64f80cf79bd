import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { foreignAnswers } from '#lib/testing/foreign-answers.ts';
import { sendTap } from './send-tap.ts';
import { createTapQueue } from './tap-queue.ts';
import type { TapRequest } from './tap-request.ts';

const tap: TapRequest = {
  kind: 'lookUp',
  source: 'scan',
  value: '0x04',
  tapId: 'tap',
  locationId: 'l',
  staffId: 's',
  tappedAt: 1,
};
const verdict = {
  kind: 'unknown',
  tapId: 'tap',
  tappedAt: '2026-11-23T10:00:00Z',
  scanned: { kind: 'rfid', text: '0x04' },
  reasons: [{ code: 'cardUnknown', nextActor: 'reception' }],
};

/** The taps of a window's queue after the response of `answer`. */
function openWindow(answer: () => Promise<Response>) {
  const answered: unknown[] = [];
  const kept = new Set<string>();
  vi.stubGlobal('fetch', vi.fn(answer));
  const queue = createTapQueue({
    send: sendTap,
    onAnswer: (_, result) => answered.push(result),
    onWait: () => {},
    store: {
      keeps: () => true,
      save: async ({ tapId }) => void kept.add(tapId),
      remove: async (tapId) => void kept.delete(tapId),
      load: async () => ({ items: [], unreadable: [] }),
    },
  });
  return { queue, answered, kept };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each(foreignAnswers)('if another server answers in place of the desk: %s', (_, foreign) => {
  test.each([0, 4_000])('after %i ms, the tap waits, is listed, and is retried automatically', async (lateMs) => {
    let isForeign = true;
    const { queue, answered, kept } = openWindow(async () => {
      await new Promise((resolve) => setTimeout(resolve, lateMs));
      return isForeign ? foreign() : Response.json({ ok: true, value: verdict });
    });
    queue.add(tap);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(queue.getState()).toMatchObject({ sending: [], waiting: [tap] });
    expect([answered, [...kept]]).toEqual([[], ['tap']]);

    isForeign = false;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(queue.getState()).toEqual({ sending: [], waiting: [], notUnderstood: [], unreadable: [] });
    expect([answered, [...kept]]).toEqual([[{ ok: true, value: verdict }], []]);
    queue.dispose();
  });
});

const at = (hour: number, second: number) => new Date(Date.UTC(2026, 10, 23, hour, 0, second)).toUTCString();

test.each<[string, Record<string, string>]>([
  ['in seconds', { 'retry-after': '30' }],
  ['as a date', { 'retry-after': at(10, 30) }],
  ['as a date by a clock that this one is an hour ahead of', { 'retry-after': at(9, 30), date: at(9, 0) }],
  ['as a date by a clock that this one is an hour behind', { 'retry-after': at(11, 30), date: at(11, 0) }],
])('Retry-After given %s is honoured', async (_, headers) => {
  vi.setSystemTime(Date.UTC(2026, 10, 23, 10, 0, 0));
  const { queue, answered } = openWindow(async () => new Response(null, { status: 503, headers }));
  queue.add(tap);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(17_000);
  expect(vi.mocked(fetch).mock.calls.length).toBeGreaterThan(1);
  expect([queue.getState().waiting, answered]).toEqual([[tap], []]);
  queue.dispose();
});
