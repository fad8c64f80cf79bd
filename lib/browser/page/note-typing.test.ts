import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteTyping } from './note-typing.ts';

type Listener = (event: Pick<Event, 'isTrusted'>) => Promise<void>;

let now: number;
let listener: Listener | null;
/** An input; resolves when its report, if any, has ended. */
const type = async (isTrusted = true) => listener?.({ isTrusted });
const report = vi.fn(async () => {});

beforeEach(() => {
  [now, listener] = [5_000, null];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  report.mockReset();
  vi.stubGlobal('window', {
    addEventListener: (_name: string, added: Listener) => {
      listener = added;
    },
    removeEventListener: () => {
      listener = null;
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('typing is reported at once, then once a minute, and not where nobody types', async () => {
  const stop = noteTyping(report);
  expect(report).toHaveBeenCalledTimes(0);
  for (let second = 0; second < 120; second += 1) {
    await type();
    now += 1_000;
  }
  expect(report).toHaveBeenCalledTimes(2);
  now += 3_600_000;
  expect(report).toHaveBeenCalledTimes(2);
  await type();
  expect(report).toHaveBeenCalledTimes(3);
  stop();
  now += 60_000;
  await type();
  expect(report).toHaveBeenCalledTimes(3);
});

test('a report that failed is made again at an input five seconds later, one at a time', async () => {
  noteTyping(report);
  const { promise, reject } = Promise.withResolvers<void>();
  report.mockReturnValueOnce(promise);
  const first = type();
  await type();
  expect(report).toHaveBeenCalledTimes(1);
  reject(new TypeError('Failed to fetch'));
  await first;
  now += 4_999;
  await type();
  expect(report).toHaveBeenCalledTimes(1);
  now += 1;
  await type();
  await type();
  expect(report).toHaveBeenCalledTimes(2);
});

test('what the page itself enters, such as a field restored after a scan, is not typing', async () => {
  noteTyping(report);
  await type(false);
  expect(report).toHaveBeenCalledTimes(0);
});
