import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admitAnyway } from '#lib/server/arrivals/admit-anyway.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { settleKept } from '#lib/server/visits/kept-visits.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { CorporateStatement } from '#lib/wire/corporate-statement.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { seed } from '#shared/testing/seed.ts';
import { readCorporateStatement } from './read-statement.ts';
import { writeStatement } from './write-statement.ts';

const testDesk = setUpTestDesk();
const read = ({ actor }: TestLocation, month = '2026-11') =>
  readCorporateStatement({ desk: testDesk.desk, actor }, { month });

async function linesOf(here: TestLocation, month = '2026-11'): Promise<string[]> {
  const words = { separator: ',', say: (key: string) => key, sayReason: (reason: string) => reason } as const;
  const pieces: string[] = [];
  for await (const piece of writeStatement({ desk: testDesk.desk, actor: here.actor }, { month, words })) {
    pieces.push(piece);
  }
  return pieces.join('').trim().split('\r\n').slice(1);
}

function enrol(here: TestLocation, admission: NonNullable<ReturnType<typeof inventMember>['admission']>) {
  const member = { ...inventMember(), admission };
  member.account.membership = { ...member.account.membership, membershipType: 'CORPORATE_FITNESS' };
  here.platform.members.push(member);
  const { accountId, membership } = member.account;
  const scan = () =>
    lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: member.card });
  return { member, accountId, membershipId: membership.membershipId ?? null, scan };
}
const refused = { refusal: 'corporateFitnessGymNotInNetwork' as const };

const asked = fc.record({
  who: fc.constantFrom('lena', 'jan', 'mira'),
  minute: fc.nat(63 * 24 * 60),
  isFirst: fc.constantFrom(true, false, false, null),
  occasion: fc.constantFrom('counter' as const, 'later' as const),
});

/** The same by a plain count of one row after another. */
function plainly(
  rows: readonly Omit<typeof admissions.$inferSelect, 'isAnswerLost' | 'membershipId'>[],
  { month, timeZone }: CorporateStatement,
) {
  const inMonth = rows.filter(({ at }) => dayOf(at.getTime(), timeZone).startsWith(month));
  const counts = (some: typeof inMonth) => ({
    granted: some.filter(({ isFirst }) => isFirst !== null).length,
    firsts: some.filter(({ isFirst }) => isFirst === true).length,
    unanswered: some.filter(({ isFirst }) => isFirst === null).length,
  });
  const granted = inMonth.filter(({ isFirst }) => isFirst !== null);
  const days = Map.groupBy(inMonth, ({ at }) => dayOf(at.getTime(), timeZone));
  return {
    days: [...days]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, ofDay]) => ({
        day,
        ...counts(ofDay),
        members: new Set(ofDay.filter(({ isFirst }) => isFirst !== null).map(({ accountId }) => accountId)).size,
        each: [...Map.groupBy(ofDay, ({ accountId }) => accountId)]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([accountId, ofMember]) => ({ accountId, membershipId: null, ...counts(ofMember) })),
      })),
    total: {
      ...counts(inMonth),
      members: new Set(granted.map(({ accountId }) => accountId)).size,
      askedLater: granted.filter(({ occasion }) => occasion === 'later').length,
      undone: 0,
    },
  };
}

test.each([
  // both change their clocks in these weeks
  ['Europe/Berlin', '2026-10', '2026-09-25T00:00:00Z'],
  ['America/New_York', '2026-03', '2026-02-20T00:00:00Z'],
])('in %s, the counts of %s equal a plain count of random requests', async (timeZone, month, start) => {
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 60 }), async (drawn) => {
      const here = await testDesk.openLocation({ timeZone });
      const rows = drawn.map(({ who, minute, isFirst, occasion }) => ({
        locationId: here.location.id,
        admissionId: randomUUID(),
        accountId: who,
        tapId: randomUUID(),
        occasion,
        isFirst,
        at: new Date(Date.parse(start) + minute * 60_000),
      }));
      await testDesk.desk.db.insert(admissions).values(rows);
      const statement = await read(here, month);
      const { days, total } = statement;
      expect({ days, total }).toEqual(plainly(rows, statement));
      expect(days.reduce((sum, { granted }) => sum + granted, 0)).toBe(total.granted);
    }),
    { seed, numRuns: 30 },
  );
});

test('refusals are counted by reason, and who was let in anyway is listed', async () => {
  const here = await testDesk.openLocation();
  const context = { desk: testDesk.desk, actor: here.actor };
  const { accountId, membershipId, scan } = enrol(here, refused);
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
  const [lena, jan] = [enrol(here, { firstAdmission: true }), enrol(here, refused)];
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
  const jan = enrol(here, refused);
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

test.each([
  ['erased', false],
  ['opted out', true],
])('a member who was %s is in no statement and no file', async (_, isOptOut) => {
  const here = await testDesk.openLocation();
  const both = [enrol(here, { firstAdmission: true }), enrol(here, refused)];
  for (const { scan } of both) await scan();
  for (const { accountId } of both) {
    await testDesk.desk.db.transaction((tx) =>
      forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId, isOptOut }),
    );
  }
  expect(await read(here)).toMatchObject({ days: [], refusals: [], exceptions: [], total: { granted: 0 } });
  expect(await linesOf(here)).toEqual([]);
});

test('a statement of a retired gym knows the day on which it was retired, by its own calendar', async () => {
  const here = await testDesk.openLocation();
  expect(await read(here)).toMatchObject({ until: null });
  const location = { ...(await here.retire()), retiredAt: new Date('2026-11-14T23:30:00Z') };
  expect(await read({ ...here, actor: { ...here.actor, location } })).toMatchObject({ until: '2026-11-15' });
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
