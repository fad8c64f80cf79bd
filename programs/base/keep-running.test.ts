import { expect, test } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { keepRunning } from './keep-running.ts';

/** A program that ends when it is stopped, and whose starts can fail. */
function fakeProgram() {
  const runs: { end(code: number | null): void; isStopped: boolean }[] = [];
  const said: string[] = [];
  const waits: number[] = [];
  let failures = 0;
  return {
    runs,
    said,
    waits,
    failNext: (count: number) => {
      failures = count;
    },
    kept: {
      name: 'desk',
      tell: (sentence: string) => void said.push(sentence),
      wait: async (ms: number, signal: AbortSignal) => {
        waits.push(ms);
        signal.throwIfAborted();
      },
      start: async () => {
        if (failures > 0) {
          failures -= 1;
          throw new Error('it does not start');
        }
        const ended = Promise.withResolvers<number | null>();
        const run = { end: ended.resolve, isStopped: false };
        runs.push(run);
        const stop = async () => {
          run.isStopped = true;
          ended.resolve(0);
        };
        return { ended: ended.promise, stop };
      },
    },
  };
}

test('a program that dies is restarted, and both events are reported', async () => {
  const { kept, runs, said } = fakeProgram();
  const running = await keepRunning(kept);
  expect(said).toEqual([]);
  runs[0]?.end(null);
  await until(() => expect(said).toHaveLength(2));
  expect(said).toEqual(['The desk was killed, and is started again in 1 s.', 'The desk runs again.']);
  runs[1]?.end(1);
  await until(() => expect(runs).toHaveLength(3));
  expect(said[2]).toBe('The desk ended with exit code 1, and is started again in 2 s.');
  await running.stop();
  expect(runs[2]?.isStopped).toBe(true);
});

test('a failing restart is retried without limit, with backoff', async () => {
  const { kept, runs, waits, failNext } = fakeProgram();
  const running = await keepRunning(kept);
  failNext(7);
  runs[0]?.end(1);
  await until(() => expect(runs).toHaveLength(2));
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map((seconds) => seconds * 1_000));
  await running.stop();
});

test('a stopped program is not restarted', async () => {
  const { kept, runs, said } = fakeProgram();
  const running = await keepRunning(kept);
  await running.stop();
  expect([runs.length, said]).toEqual([1, []]);
});

test('a stop during the backoff takes effect at once', async () => {
  const { kept, runs } = fakeProgram();
  let isWaiting = false;
  const wait = (_ms: number, signal: AbortSignal) =>
    new Promise((_resolve, reject) => {
      isWaiting = true;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const running = await keepRunning({ ...kept, wait });
  runs[0]?.end(null);
  await until(() => expect(isWaiting).toBe(true));
  await running.stop();
  expect(runs).toHaveLength(1);
});

test('a stop during a restart also stops the new process', async () => {
  const { kept, runs } = fakeProgram();
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const start = async () => {
    const program = await kept.start();
    if (runs.length > 1) {
      reached.resolve();
      await released.promise;
    }
    return program;
  };
  const running = await keepRunning({ ...kept, start });
  runs[0]?.end(null);
  await reached.promise;
  const stopped = running.stop();
  released.resolve();
  await stopped;
  expect(runs.map(({ isStopped }) => isStopped)).toEqual([true, true]);
});

test('a failing first start is thrown to the caller', async () => {
  const { kept, failNext, waits } = fakeProgram();
  failNext(1);
  await expect(keepRunning(kept)).rejects.toThrow('it does not start');
  expect(waits).toEqual([]);
});
