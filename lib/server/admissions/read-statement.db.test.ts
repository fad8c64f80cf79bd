import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { undo } from '#lib/server/arrivals/undo.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { refusedAdmission, statementsOf } from '#lib/testing/statements.ts';

const testDesk = setUpTestDesk();
const { read, linesOf, enrol } = statementsOf(testDesk);

test('an admission is named by the membership id at the time, also after that has changed, and on a day with both by each', async () => {
  const here = await testDesk.openLocation();
  const { member, accountId, membershipId, scan } = enrol(here, { firstAdmission: true });
  const comeAndUndo = async () => {
    const { tapId } = await scan();
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId });
  };
  await comeAndUndo();
  await comeAndUndo();
  member.account.membership = { ...member.account.membership, membershipId: 'M-CHANGED' };
  await comeAndUndo();
  const { days, total } = await read(here);
  expect(days.flatMap(({ each }) => each)).toMatchObject(
    [
      { accountId, membershipId, granted: 2 },
      { accountId, membershipId: 'M-CHANGED', granted: 1 },
    ].toSorted((one, other) => ((one.membershipId ?? '') < (other.membershipId ?? '') ? -1 : 1)),
  );
  expect(total).toMatchObject({ granted: 3, members: 1 });
  const named = (await linesOf(here)).map((line) => line.split(',')[2]);
  expect(named.toSorted()).toEqual([membershipId, membershipId, 'M-CHANGED'].toSorted());
});

test('an admission from before this was stored is named by the membership id of today', async () => {
  const here = await testDesk.openLocation();
  const { accountId, membershipId, scan } = enrol(here, { firstAdmission: true });
  await scan();
  await testDesk.desk.db.update(admissions).set({ membershipId: null }).where(eq(admissions.accountId, accountId));
  expect((await read(here)).days).toMatchObject([{ each: [{ accountId, membershipId }] }]);
});

test.each([
  ['erased', false],
  ['opted out', true],
])('a member who was %s is in no statement and no file', async (_, isOptOut) => {
  const here = await testDesk.openLocation();
  const both = [enrol(here, { firstAdmission: true }), enrol(here, refusedAdmission)];
  for (const { scan } of both) await scan();
  for (const { accountId } of both) {
    await testDesk.desk.db.transaction((tx) =>
      forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId, isOptOut }),
    );
  }
  expect(await read(here)).toMatchObject({ days: [], refusals: [], exceptions: [], total: { granted: 0 } });
  expect(await linesOf(here)).toEqual([]);
});

test('a statement knows the first day of which it has all admissions, and whether its month is over', async () => {
  const here = await testDesk.openLocation({ admissionsSince: new Date('2026-03-31T22:30:00Z') });
  // the day on which it began is not known from its beginning
  expect(await read(here)).toMatchObject({ since: '2026-04-02', isOver: false });
  expect(await read(here, '2026-10')).toMatchObject({ since: '2026-04-02', isOver: true });
  const { desk } = testDesk;
  const [location = here.location] = await desk.db
    .update(locations)
    .set({ keepVisitsMonths: 6 })
    .where(eq(locations.id, here.location.id))
    .returning();
  const { since } = await read({ ...here, actor: { ...here.actor, location } });
  // those of 21 May until 10:41 are deleted
  expect(since).toBe('2026-05-22');
});
