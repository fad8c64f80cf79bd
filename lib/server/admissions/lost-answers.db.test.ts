import { expect, test } from 'vitest';
import { undo } from '#lib/server/arrivals/undo.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { statementsOf } from '#lib/testing/statements.ts';

const testDesk = setUpTestDesk();
const { read, linesOf, enrol } = statementsOf(testDesk);

test('an undone visit keeps its admission, a lost answer is no admission, and the file has a row for each', async () => {
  const here = await testDesk.openLocation();
  const lena = enrol(here, { firstAdmission: true });
  const { tapId } = await lena.scan();
  await undo({ desk: testDesk.desk, actor: here.actor }, { tapId });
  const jan = enrol(here, { firstAdmission: false });
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? 'reset' : null);
  await jan.scan();
  const { total, exceptions } = await read(here);
  expect(total).toMatchObject({ granted: 1, unanswered: 1, undone: 1 });
  expect(exceptions.map(({ kind }) => kind).toSorted()).toEqual(['answerLost', 'undecided']);
  const lines = await linesOf(here);
  expect(lines.toSorted()).toEqual(
    [
      `2026-11-21,09:41:07,${lena.membershipId ?? ''},${lena.accountId},kinds.admission,,yes,,yes,,${here.location.name}`,
      `2026-11-21,09:41:07,${jan.membershipId ?? ''},${jan.accountId},kinds.answerLost,,,,,1,${here.location.name}`,
      `2026-11-21,09:41:07,${jan.membershipId ?? ''},${jan.accountId},kinds.undecided,,,,,,${here.location.name}`,
    ].toSorted(),
  );
});

test('an arrival about which every answer gets lost is listed once with their number, on the page and in the file', async () => {
  const here = await testDesk.openLocation();
  const jan = enrol(here, { firstAdmission: false });
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? 'reset' : null);
  await jan.scan();
  for (const _ of ['again', 'and again']) {
    await here.pass(60_000);
    await here.confirm();
  }
  const { total, exceptions } = await read(here);
  expect(total.unanswered).toBeGreaterThan(2);
  const lost = exceptions.filter(({ kind }) => kind === 'answerLost');
  // that of the first one, by the clock of the platform
  expect(lost).toMatchObject([{ at: expect.stringMatching('^2026-11-21T08:41:07'), unanswered: total.unanswered }]);
  const lines = (await linesOf(here)).filter((line) => line.includes('kinds.answerLost'));
  expect(lines.map((line) => line.split(',').at(-2))).toEqual([String(total.unanswered)]);
});

test('answers about one arrival that get lost on two days are listed on both, by the days of the gym', async () => {
  const here = await testDesk.openLocation();
  const jan = enrol(here, { firstAdmission: false });
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? 'reset' : null);
  await jan.scan();
  // the gym's midnight has passed, that of UTC has not
  await here.pass(14.5 * 60 * 60_000);
  await here.confirm();
  const { days, exceptions, total } = await read(here);
  const lost = exceptions.filter(({ kind }) => kind === 'answerLost');
  expect(lost.map(({ at }) => at.slice(0, 10))).toEqual(['2026-11-21', '2026-11-21']);
  expect(lost.map(({ unanswered }) => unanswered)).toEqual(days.map(({ unanswered }) => unanswered));
  expect(lost.reduce((sum, { unanswered }) => sum + unanswered, 0)).toBe(total.unanswered);
});
