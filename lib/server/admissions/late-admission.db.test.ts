import { expect, test } from 'vitest';
import { undo } from '#lib/server/arrivals/undo.ts';
import { setUpAdmissions } from '#lib/testing/admissions-of.ts';
import { endDeadlinesAtOnce } from '#lib/testing/hold-answer.ts';

const { testDesk, here, context, count, scan, kept, ask, askLater, scanBeforeAnswer } = setUpAdmissions();

test('the admission of a visit that was undone is that of the next one, which reuses its answer', async () => {
  const [first, second] = [here().tap(), here().tap()];
  const { grant } = await scanBeforeAnswer(first);
  await undo(context(), { tapId: first.tapId });
  await grant();
  await scan(second);
  expect(await kept()).toMatchObject([{ tapId: second.tapId }]);
  expect(count()).toBe(1);
});

test('a visit that stands keeps its admission when the next one reuses its answer, so it is not asked about again', async () => {
  const first = here().tap();
  const { tapId } = first;
  const { grant } = await scanBeforeAnswer(first);
  await grant();
  expect(await ask()).toMatchObject({ kind: 'granted' });
  expect(await kept()).toMatchObject([{ tapId }]);
  expect(await askLater({ tapId }, testDesk.another())).toMatchObject({ kind: 'granted' });
  expect(count()).toBe(1);
});

test('an answer that is reused but cannot be moved is no failure of the scan', async () => {
  testDesk.logged.length = 0;
  const { desk } = testDesk;
  const first = here().tap();
  const { grant } = await scanBeforeAnswer(first);
  await undo(context(), { tapId: first.tapId });
  await grant();
  const update = () => {
    throw new Error('statement timeout');
  };
  const db = Object.assign(Object.create(desk.db), { update });
  expect(await ask({}, { ...desk, db })).toMatchObject({ kind: 'granted' });
  expect(testDesk.logged).toHaveLength(1);
});

test('a row that could not be written in time is no failure of the next scan', async () => {
  const { desk } = testDesk;
  const write = Promise.withResolvers<never>();
  const db = Object.assign(Object.create(desk.db), { execute: () => write.promise });
  const goOn = endDeadlinesAtOnce();
  expect(await ask({}, { ...desk, db })).toMatchObject({ because: 'slow' });
  goOn();
  write.reject(new Error('statement timeout'));
  expect(await ask()).toMatchObject({ kind: 'granted' });
});
