import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { admitAnyway } from '#lib/server/arrivals/admit-anyway.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { settleKept } from '#lib/server/visits/kept-visits.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { refusedAdmission, statementsOf } from '#lib/testing/statements.ts';
import { until } from '#shared/testing/until.ts';

const testDesk = setUpTestDesk();
const { read, enrol } = statementsOf(testDesk);

test('refusals are counted by reason, and who was let in anyway is listed', async () => {
  const here = await testDesk.openLocation();
  const context = { desk: testDesk.desk, actor: here.actor };
  const { accountId, membershipId, scan } = enrol(here, refusedAdmission);
  await scan();
  const pressed = { ...here.tap(), accountId, reason: 'Has a letter of the employer' };
  await admitAnyway(context, pressed);
  const { refusals, exceptions, total } = await read(here);
  expect(refusals).toEqual([{ reason: 'gymNotInNetwork', count: 1, overridden: 1 }]);
  expect(exceptions).toMatchObject([{ kind: 'overridden', accountId, membershipId, reason: 'gymNotInNetwork' }]);
  expect(total).toMatchObject({ granted: 0, unanswered: 0 });
  // an undone visit was none
  await undo(context, { tapId: pressed.tapId });
  expect(await read(here)).toMatchObject({ refusals: [{ count: 1, overridden: 0 }], exceptions: [] });
});

test('who comes in without a decision of the platform is listed apart until there is one', async () => {
  const here = await testDesk.openLocation();
  const [lena, jan] = [enrol(here, { firstAdmission: true }), enrol(here, refusedAdmission)];
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 429 } : null);
  for (const { scan } of [lena, jan]) await scan();
  const open = await read(here);
  expect(open.exceptions.map(({ kind, accountId }) => [kind, accountId]).toSorted()).toEqual(
    [lena, jan].map(({ accountId }) => ['undecided', accountId]).toSorted(),
  );
  expect(open.total.granted).toBe(0);
  here.platform.fault = () => null;
  await here.confirm();
  const { exceptions, total } = await read(here);
  expect(exceptions).toMatchObject([{ kind: 'refusedLater', accountId: jan.accountId }]);
  expect(total).toMatchObject({ granted: 1, firsts: 1, askedLater: 1 });
});

test('who came in and is unknown to the platform waits for a decision until somebody settles the visit', async () => {
  const here = await testDesk.openLocation();
  const jan = enrol(here, refusedAdmission);
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 429 } : null);
  await jan.scan();
  here.platform.members.splice(0);
  await here.confirm();
  const kinds = async () => (await read(here)).exceptions.map(({ kind }) => kind);
  expect(await kinds()).toEqual(['undecided']);
  const { desk } = testDesk;
  await desk.db.transaction((tx) =>
    settleKept(tx, desk, { which: eq(visits.locationId, here.location.id), settledBy: null }),
  );
  expect(await kinds()).toEqual(['neverAdmitted']);
});

test('who came in as a corporate member without a decision is listed also after the membership has changed', async () => {
  const here = await testDesk.openLocation();
  const { member, accountId, scan } = enrol(here, { firstAdmission: true });
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 429 } : null);
  await scan();
  member.account.membership = { ...member.account.membership, membershipType: 'PREMIUM' };
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(member.account),
    askedAt: new Date(testDesk.clock.now + 1_000),
  });
  const kinds = async () => (await read(here)).exceptions.map((one) => [one.kind, one.accountId]);
  expect(await kinds()).toEqual([['undecided', accountId]]);
  // the platform names an ordinary member now, whom it does not decide about
  here.platform.fault = () => null;
  await here.confirm();
  expect(await here.ledger()).toMatchObject([{ needsAdmission: false }]);
  expect(await kinds()).toEqual([['neverAdmitted', accountId]]);
});

test('who is admitted later is not listed any more', async () => {
  const here = await testDesk.openLocation();
  const lena = enrol(here, { firstAdmission: false });
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 429 } : null);
  await lena.scan();
  here.platform.fault = () => null;
  await here.confirm();
  expect(await read(here)).toMatchObject({ exceptions: [], total: { granted: 1 } });
});

test('a visit whose admission was granted after the counter had lost patience is in the sums, and not listed, before it is confirmed', async () => {
  const here = await testDesk.openLocation();
  const { scan } = enrol(here, { firstAdmission: false });
  const held = holdAnswer();
  here.platform.fault = ({ path }) =>
    path.endsWith('/admissions') ? { status: 200, body: { firstAdmission: false }, after: held.promise } : null;
  const scanning = scan();
  await until(() => expect(here.platform.count('/admissions')).toBe(1));
  held.endPatience();
  expect(await scanning).toMatchObject({ kind: 'unconfirmed' });
  held.release();
  await until(async () => expect(await read(here)).toMatchObject({ total: { granted: 1, unanswered: 0 } }));
  expect(await here.ledger()).toMatchObject([{ needsAdmission: true }]);
  expect(await read(here)).toMatchObject({ exceptions: [], refusals: [] });
});
