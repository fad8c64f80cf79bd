import { expect, test } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { openBatch } from './batch.ts';

interface StartedBatch {
  columns: unknown[][];
  succeed(): void;
  fail(error: Error): void;
}

/** A batch of questions whose first value is the answer. Each statement ends when the test says so. */
function open({ isOfOne = () => true, ...options }: Partial<Parameters<typeof openBatch>[0]> = {}) {
  const started: StartedBatch[] = [];
  let ended = 0;
  const ask = openBatch({
    run: (columns) =>
      new Promise((resolve, reject) => {
        const succeed = () => resolve((columns[0] ?? []).map((answer, index) => ({ place: index + 1, answer })));
        started.push({ columns, succeed, fail: reject });
      }),
    isOfOne,
    onIdle: () => {
      ended += 1;
    },
    patienceMs: 60_000,
    ...options,
  });
  return { ask, started, ended: () => ended };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const answered = (...answers: unknown[]) => answers.map((answer) => [expect.objectContaining({ answer })]);

test('what arrives at the same time is asked together, and each question gets its own rows', async () => {
  const { ask, started } = open();
  const asked = Promise.all([ask(['a', 1]), ask(['b', 2])]);
  await turn();
  expect(started.map(({ columns }) => columns)).toEqual([
    [
      ['a', 'b'],
      [1, 2],
    ],
  ]);
  started[0]?.succeed();
  expect(await asked).toEqual(answered('a', 'b'));
});

test('what is asked while a batch is under way is asked in the next one', async () => {
  const { ask, started, ended } = open();
  const first = ask(['a']);
  await turn();
  const others = Promise.all([ask(['b']), ask(['c'])]);
  expect(started).toHaveLength(1);
  started[0]?.succeed();
  expect(await Promise.all([first])).toEqual(answered('a'));
  await turn();
  expect(started.map(({ columns }) => columns)).toEqual([[['a']], [['b', 'c']]]);
  expect(ended()).toBe(0);
  started[1]?.succeed();
  expect(await others).toEqual(answered('b', 'c'));
  await turn();
  expect(ended()).toBe(1);
});

test('a batch that waits for a lock delays the next one for a moment only', async () => {
  const { ask, started } = open({ patienceMs: 1 });
  const locked = ask(['locked']);
  await turn();
  const other = ask(['other']);
  await until(() => expect(started).toHaveLength(2));
  started[1]?.succeed();
  expect([await other]).toEqual(answered('other'));
  started[0]?.succeed();
  expect([await locked]).toEqual(answered('locked'));
});

test('questions of which only one may be in a batch are asked one after the other, without delaying others', async () => {
  const { ask, started, ended } = open();
  const asked = Promise.all([ask(['a'], 'x'), ask(['b'], 'x'), ask(['c'], 'y'), ask(['d'], 'x'), ask(['e'])]);
  for (let batch = 0; batch < 3; batch += 1) {
    await until(() => expect(started).toHaveLength(batch + 1));
    started[batch]?.succeed();
  }
  expect(await asked).toEqual(answered('a', 'b', 'c', 'd', 'e'));
  expect(started.map(({ columns }) => columns[0])).toEqual([['a', 'c', 'e'], ['b'], ['d']]);
  expect(ended()).toBe(1);
});

test('what waits for a question of a locked batch delays no third one', async () => {
  const { ask, started, ended } = open({ patienceMs: 1 });
  const locked = Promise.all([ask(['locked'], 'x'), ask(['beside it'], 'y')]);
  await turn();
  const behind = ask(['behind it'], 'y');
  const other = ask(['other'], 'z');
  await until(() => expect(started).toHaveLength(2));
  expect(started[1]?.columns[0]).toEqual(['other']);
  started[1]?.succeed();
  expect([await other]).toEqual(answered('other'));
  await turn();
  expect(started).toHaveLength(2);
  expect(ended()).toBe(0);
  started[0]?.succeed();
  expect(await locked).toEqual(answered('locked', 'beside it'));
  await until(() => expect(started).toHaveLength(3));
  started[2]?.succeed();
  expect([await behind]).toEqual(answered('behind it'));
});

test('a question that failed lets the next one be asked', async () => {
  const { ask, started } = open();
  const asked = Promise.allSettled([ask(['a'], 'x'), ask(['b'], 'x')]);
  await turn();
  started[0]?.fail(new Error('the first one'));
  await until(() => expect(started).toHaveLength(2));
  started[1]?.succeed();
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('an error reaches only the question that causes it', async () => {
  const { ask, started } = open();
  const asked = Promise.allSettled(['good', 'bad', 'fine'].map((answer) => ask([answer])));
  await turn();
  started[0]?.fail(new Error('the bad one'));
  await until(() => expect(started).toHaveLength(4));
  for (const { columns, succeed, fail } of started.slice(1)) {
    if (columns[0]?.[0] === 'bad') fail(new Error('the bad one'));
    else succeed();
  }
  expect((await asked).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('an error that no single question causes reaches all of them at once', async () => {
  const { ask, started } = open({ isOfOne: () => false });
  const asked = Promise.allSettled([ask(['a']), ask(['b'])]);
  await turn();
  started[0]?.fail(new Error('connection lost'));
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(started).toHaveLength(1);
});

test('it also reaches the questions that wait for one of them, and later ones are asked again', async () => {
  const { ask, started, ended } = open({ isOfOne: () => false });
  const asked = Promise.allSettled([ask(['a'], 'x'), ask(['b'], 'x'), ask(['c'], 'x'), ask(['d'])]);
  await turn();
  started[0]?.fail(new Error('no connection'));
  expect((await asked).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(started.map(({ columns }) => columns[0])).toEqual([['a', 'd']]);
  await turn();
  expect(ended()).toBe(1);
  const later = ask(['e'], 'x');
  await until(() => expect(started).toHaveLength(2));
  started[1]?.succeed();
  expect([await later]).toEqual(answered('e'));
});

test('a batch has at most a hundred questions', async () => {
  const { ask, started } = open();
  const asked = Promise.all(Array.from({ length: 130 }, (_, index) => ask([index])));
  await turn();
  started[0]?.succeed();
  await until(() => expect(started).toHaveLength(2));
  started[1]?.succeed();
  expect(await asked).toHaveLength(130);
  expect(started.map(({ columns }) => columns[0]?.length)).toEqual([100, 30]);
});
