import { expect, test } from 'vitest';
import { coalesce } from './run-every.ts';

function setUp() {
  const begun: PromiseWithResolvers<void>[] = [];
  const ask = coalesce(() => {
    const round = Promise.withResolvers<void>();
    begun.push(round);
    return round.promise;
  });
  const end = async (index: number) => {
    begun[index]?.resolve();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}

test('a call while nothing runs starts a run at once', async () => {
  const { begun, ask, end } = setUp();
  const asked = ask();
  expect(begun).toHaveLength(1);
  await end(0);
  await asked;
  void ask();
  expect(begun).toHaveLength(2);
});

test('all callers during a run share the next one, and wait for its end', async () => {
  const { begun, ask, end } = setUp();
  const answered: string[] = [];
  void ask();
  void ask().then(() => answered.push('second'));
  void ask().then(() => answered.push('third'));
  expect(begun).toHaveLength(1);
  await end(0);
  expect(begun).toHaveLength(2);
  expect(answered).toEqual([]);
  await end(1);
  expect(answered).toEqual(['second', 'third']);
  expect(begun).toHaveLength(2);
});

test('a call between the end of a run and the start of the next one joins that one', async () => {
  const { begun, ask, end } = setUp();
  void ask();
  const second = ask();
  const between = begun[0]?.promise.then(ask);
  await end(0);
  expect(begun).toHaveLength(2);
  await end(1);
  await Promise.all([second, between]);
  expect(begun).toHaveLength(2);
});

test('a failed run rejects for its own callers only, and the next one still starts', async () => {
  const { begun, ask, end } = setUp();
  const first = ask();
  const second = ask();
  begun[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await end(1);
  await expect(second).resolves.toBeUndefined();
});
