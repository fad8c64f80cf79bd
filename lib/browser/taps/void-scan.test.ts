import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendVoid } from './send-tap.ts';
import { voidUntilHeard } from './void-scan.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const isFull = (wishS: number) => new Response(null, { status: 503, headers: { 'retry-after': String(wishS) } });
const answers = (answer: () => Response) => {
  const asked = vi.fn(async () => answer());
  vi.stubGlobal('fetch', asked);
  return asked;
};
const takeBack = () =>
  voidUntilHeard((voided) => sendVoid(voided, new AbortController().signal), {
    tapId: 't-1',
    locationId: 'l-1',
    value: '0x04A2',
  });

test('Retry-After of the desk is honoured', async () => {
  const asked = answers(() => isFull(6));
  const result = takeBack();
  await vi.advanceTimersByTimeAsync(5_900);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3_200);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toMatchObject({ ok: false, error: { code: 'deskUnreachable' } });
});

test('a longer Retry-After is capped: the last attempt comes little more than 15 s after the first', async () => {
  const asked = answers(() => isFull(60));
  const result = takeBack();
  await vi.advanceTimersByTimeAsync(14_900);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(7_700);
  expect(await result).toMatchObject({ ok: false });
  expect(asked).toHaveBeenCalledTimes(2);
});
