import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { readCorporateStatement } from '#lib/server/admissions/read-statement.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { retryKeptVisit, settleKeptVisit } from '#lib/server/visits/kept-visits.ts';
import { listVisitsOfDay } from '#lib/server/visits/list-day.ts';
import { type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { dropFromDirectory } from '#lib/testing/kept-of-members.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { until } from '#shared/testing/until.ts';
import { admitAnyway } from './admit-anyway.ts';
import { checkOut } from './check-out.ts';
import { checkIn, lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';
import { undo } from './undo.ts';

const minute = 60_000;
const granted = { firstAdmission: false };

const testDesk = setUpTestDesk();
let here: TestLocation;
let member: ReturnType<typeof inventMember>;
let accountId: string;

beforeEach(async () => {
  await open();
});

async function open(settings = {}): Promise<void> {
  here = await testDesk.openLocation(settings);
  member = inventMember({
    type: 'CORPORATE_FITNESS',
    admission: { refusal: 'corporateFitnessMembershipExpired' },
  });
  here.platform.members.push(member);
  ({ accountId } = member.account);
}

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const scan = (lateMs = 0, tap = here.tap()) =>
  lookUp(context(), { ...tap, tappedAt: tap.tappedAt - lateMs, source: 'scan', value: member.card });
const letInAnyway = () => admitAnyway(context(), { ...here.tap(), accountId, reason: 'Renews on Monday.' });
const read = async ({ tapId }: Verdict) => (await readConfirmed(context(), { tapId: [tapId] }))[0];
const codesOf = (verdict: Verdict | undefined) => verdict?.reasons.map(({ code }) => code);
const asked = () => here.platform.count('/admissions');
const ofLocation = (table: typeof refusals | typeof admissions) => eq(table.locationId, here.location.id);
const stored = () => testDesk.desk.db.select().from(refusals).where(ofLocation(refusals)).orderBy(refusals.at);
const keptAdmissions = () => testDesk.desk.db.select().from(admissions).where(ofLocation(admissions));
const whoIsIn = async () => (await readPresence(context())).entries.map((entry) => entry.accountId);
const exceptions = async () => {
  const month = dayOf(testDesk.clock.now, here.location.timeZone).slice(0, 7);
  return (await readCorporateStatement(context(), { month })).exceptions.map(({ kind }) => kind);
};
const beSilent = (reply: Reply = { status: 503 }) => {
  here.platform.fault = () => reply;
};
const answer = () => {
  here.platform.fault = () => null;
};

/** The answers to requests for admission. */
const holdAdmissions = () => {
  const held = holdAnswer();
  here.platform.fault = async ({ path }) => {
    if (path.endsWith('/admissions')) await held.promise;
    return null;
  };
  return held;
};

/** Lets the member in while the platform is silent; it refuses them as soon as it answers. @returns the tap of the visit */
async function letInAndRefuse(by: 'name' | 'card' = 'name'): Promise<string> {
  beSilent();
  const { tapId } = by === 'card' ? await scan() : await checkIn(context(), { ...here.tap(), accountId });
  answer();
  await here.confirm();
  expect(await here.ledger()).toMatchObject([{ tapId, accountId, state: 'refused' }]);
  return tapId;
}

test.each([true, false])(
  'the next scan of somebody who is in by a refused visit is asked about again, check-in on scan: %s',
  async (checkInOnScan) => {
    await open({ checkInOnScan });
    const tapId = await letInAndRefuse();
    const [first] = await stored();
    await here.pass(10 * minute);
    const next = await scan();
    expect(next).toMatchObject({
      kind: 'refused',
      reasons: [
        { code: 'corporateMembershipEnded' },
        { code: 'letInBefore', at: first?.at.toISOString(), nextActor: null },
      ],
      visit: { tapId, undoUntil: null },
      offers: ['checkOut'],
    });
    expect(asked()).toBe(2);
    expect(await here.ledger()).toMatchObject([{ tapId, state: 'refused' }]);
    // without a check-in on scan it is only looked at
    const turnedAway = checkInOnScan ? [{ tapId: next.tapId, visitTapId: null }] : [];
    expect(await stored()).toMatchObject([{ visitTapId: tapId }, ...turnedAway]);
    expect(await whoIsIn()).toEqual([accountId]);
    await expect(undo(context(), { tapId })).rejects.toMatchObject({ code: 'tooLate' });
    await checkOut(context(), { ...here.tap(), accountId });
    expect(await whoIsIn()).toEqual([]);
  },
);

test('an admission that is granted then sends the refused visit, and is not asked for again', async () => {
  const tapId = await letInAndRefuse();
  expect(await exceptions()).toEqual(['refusedLater']);
  await here.pass(10 * minute);
  member.admission = granted;
  expect(await scan()).toMatchObject({ kind: 'admitted', reasons: [{ code: 'alreadyIn' }], visit: { tapId } });
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent', needsAdmission: false }]);
  expect(here.platform.visits.size).toBe(1);
  expect(await keptAdmissions()).toMatchObject([{ tapId }]);
  // it is in the sums
  expect(await exceptions()).toEqual([]);
  await scan();
  expect(asked()).toBe(2);
});

test('a refused visit that is admitted when the office tries it again is in the sums of the statement alone', async () => {
  const tapId = await letInAndRefuse();
  member.admission = granted;
  await retryKeptVisit(testDesk.desk, { tapId });
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent' }]);
  expect(await keptAdmissions()).toMatchObject([{ tapId, isFirst: false }]);
  expect(await exceptions()).toEqual([]);
});

test('the answer to the second scan lets the manager decide about the refused visit, which is then sent', async () => {
  const tapId = await letInAndRefuse();
  await here.pass(10 * minute);
  const second = await scan();
  expect(second).toMatchObject({ kind: 'refused', mayOverride: true });
  here.actor.mayOverride = false;
  expect(await scan()).toMatchObject({ kind: 'refused', mayOverride: false });
  here.actor.mayOverride = true;
  const admitted = await letInAnyway();
  expect(admitted).toMatchObject({ kind: 'attention', visit: { tapId } });
  expect(codesOf(admitted)).toEqual(['admissionOverridden', 'alreadyIn']);
  const admittedBy = here.actor.staffId;
  expect(await stored()).toMatchObject([
    { tapId, visitTapId: tapId, admittedBy },
    { tapId: second.tapId, visitTapId: tapId, admittedBy },
  ]);
  const audited = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
  expect(audited).toMatchObject([{ action: 'admitAnyway', tapId, reason: 'Renews on Monday.' }]);
  expect(await exceptions()).toEqual(['overridden', 'overridden']);
  const day = dayOf(testDesk.clock.now, here.location.timeZone);
  const { lines } = await listVisitsOfDay(context(), { day, name: '', tab: 'refused' });
  expect(lines).toMatchObject([{ letIn: { kind: 'anyway' } }, { letIn: { kind: 'anyway' } }]);
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent' }]);
  expect(here.platform.visits.size).toBe(1);
});

test('an override at once, before a refusal of the second scan is stored, names the manager in that of the visit', async () => {
  const tapId = await letInAndRefuse();
  await scan();
  expect(asked()).toBe(2);
  await letInAnyway();
  expect(await stored()).toMatchObject([{ tapId, visitTapId: tapId, admittedBy: here.actor.staffId }]);
  expect(await exceptions()).toEqual(['overridden']);
});

test('whom the manager has let in stays in, even if the platform refuses the visit all the same', async () => {
  const tapId = await letInAndRefuse();
  await here.pass(10 * minute);
  await scan();
  await letInAnyway();
  here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? refuse('notFound', { entity: 'ACCOUNT' }) : null);
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([{ tapId, state: 'refused' }]);
  expect(await scan()).toMatchObject({ kind: 'admitted', visit: { tapId } });
  expect(asked()).toBe(2);
});

test.each(['tries it again', 'dismisses it'])(
  'a manager who lets the member in comes last, also where the office %s meanwhile',
  async (how) => {
    const tapId = await letInAndRefuse();
    await here.pass(10 * minute);
    await scan();
    await (how === 'dismisses it' ? settleKeptVisit : retryKeptVisit)(testDesk.desk, { tapId });
    await letInAnyway();
    await here.pass(minute);
    expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent', settledAt: null }]);
    expect(asked()).toBe(2);
    expect(await exceptions()).toEqual(['overridden', 'overridden']);
  },
);

describe('whose card nobody had when they came', () => {
  let tapId: string;
  beforeEach(async () => {
    here.platform.members.length = 0;
    beSilent();
    ({ tapId } = await scan());
    answer();
    await here.confirm();
    expect(await here.ledger()).toMatchObject([{ tapId, state: 'unresolved' }]);
    expect(await stored()).toMatchObject([{ tapId, accountId: null, reason: 'cardUnknown' }]);
    here.platform.members.push(member);
    await retryKeptVisit(testDesk.desk, { tapId });
    await here.pass(minute);
    expect(await here.ledger()).toMatchObject([{ tapId, accountId, state: 'refused' }]);
    expect(await stored()).toMatchObject([{ tapId, accountId, reason: 'corporateMembershipEnded' }]);
  });

  test('is let in by a manager', async () => {
    await here.pass(10 * minute);
    expect(await scan()).toMatchObject({ kind: 'refused', mayOverride: true, visit: { tapId } });
    await letInAnyway();
    await here.pass(minute);
    expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent' }]);
    expect(await exceptions()).toEqual(['overridden', 'overridden']);
  });

  test('is let in by a manager who comes last, also where the office tries the visit again meanwhile', async () => {
    await retryKeptVisit(testDesk.desk, { tapId });
    await letInAnyway();
    await here.pass(minute);
    expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent' }]);
    expect(asked()).toBe(1);
    expect(await exceptions()).toEqual(['overridden']);
  });
});

test('a refused visit by a card stays its member’s when it is sent, although the card is of nobody by then', async () => {
  await here.pass(0);
  await scan();
  await here.pass(10 * minute);
  beSilent();
  const { tapId } = await scan();
  answer();
  await here.confirm();
  expect(await here.ledger()).toMatchObject([{ tapId, accountId, state: 'refused', isUnasked: false }]);
  member.rfids = [];
  await letInAnyway();
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([{ tapId, accountId, state: 'sent' }]);
});

test.each([false, true])(
  'a manager comes last also while the retried visit is asked about, and it is sent once, granted: %s',
  async (isGranted) => {
    const tapId = await letInAndRefuse();
    await here.pass(10 * minute);
    await scan();
    if (isGranted) member.admission = granted;
    const held = holdAdmissions();
    await retryKeptVisit(testDesk.desk, { tapId });
    const retrying = here.pass(0);
    await until(() => expect(asked()).toBe(3));
    await letInAnyway();
    held.release();
    await retrying;
    await here.pass(minute);
    expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent' }]);
    expect(here.platform.visits.size).toBe(1);
    expect(await exceptions()).toEqual(isGranted ? [] : ['overridden', 'overridden']);
  },
);

test('whom the manager lets in by an earlier refusal while their next visit waits for its answer is asked about all the same', async () => {
  const first = await scan();
  expect(first.kind).toBe('refused');
  beSilent();
  const { tapId } = await scan();
  await here.pass(minute);
  await letInAnyway();
  answer();
  member.admission = granted;
  await here.pass(10 * minute);
  expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent' }]);
  expect(await keptAdmissions()).toMatchObject([{ tapId }]);
});

test('whose visit the manager has dismissed is not asked about again', async () => {
  const tapId = await letInAndRefuse();
  await settleKeptVisit(testDesk.desk, { tapId });
  expect(await scan()).toMatchObject({ kind: 'admitted', visit: { tapId } });
  expect(asked()).toBe(1);
});

test('an override sends the refused visit also while nobody can be asked who it is', async () => {
  const tapId = await letInAndRefuse();
  await dropFromDirectory(testDesk.desk.db, { locationId: here.location.id, accountId });
  beSilent();
  expect(await letInAnyway()).toMatchObject({ kind: 'unconfirmed', visit: { tapId } });
  answer();
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent' }]);
});

test('a second scan that waited, and is refused, counts if the member turns out to have left in between', async () => {
  await letInAndRefuse();
  await here.pass(20 * minute);
  const late = await scan(5 * minute);
  expect(codesOf(late)).toEqual(['corporateMembershipEnded', 'letInBefore']);
  expect(await here.ledger()).toHaveLength(1);
  // the tap that stood for it has gone in, and is not turned away
  expect(await stored()).toHaveLength(1);
  const out = here.tap();
  await checkOut(context(), { ...out, tappedAt: out.tappedAt - 10 * minute, accountId });
  await here.pass(minute);
  const [, , again] = await here.ledger();
  expect(again).toMatchObject({ kind: 'checkIn', tapId: late.tapId, state: 'refused' });
});

test('one at the counter does not: it was turned away', async () => {
  await letInAndRefuse();
  await here.pass(20 * minute);
  await scan();
  await here.pass(minute);
  const out = here.tap();
  await checkOut(context(), { ...out, tappedAt: out.tappedAt - 10 * minute, accountId });
  expect((await here.ledger()).map(({ kind }) => kind)).toEqual(['checkIn', 'checkOut']);
});

test.each([
  { by: 'card', isGranted: true },
  { by: 'card', isGranted: false },
  // the desk does not know the card: its visit turns out to be a repeated scan
  { by: 'name', isGranted: true },
  { by: 'name', isGranted: false },
] as const)('what the platform says of a second scan after its silence is shown: %o', async ({ by, isGranted }) => {
  const tapId = await letInAndRefuse(by);
  await here.pass(10 * minute);
  beSilent();
  const second = await scan();
  expect(codesOf(second)).toEqual(by === 'card' ? ['platformFailed', 'alreadyIn'] : ['platformFailed']);
  // it answers again, except about admissions
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 503 } : null);
  await here.confirm();
  expect(await read(second)).toBeUndefined();
  answer();
  if (isGranted) member.admission = granted;
  await here.confirm();
  await here.pass(minute);
  const now = await read(second);
  expect(codesOf(now)).toEqual(isGranted ? ['alreadyIn'] : ['corporateMembershipEnded', 'letInBefore']);
  expect(now).toMatchObject({ visit: { tapId } });
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([{ tapId, state: isGranted ? 'sent' : 'refused' }]);
  expect(here.platform.visits.size).toBe(isGranted ? 1 : 0);
  // the visit has its refusal, and nobody was turned away by this scan
  expect(await stored()).toMatchObject([{ tapId }]);
});

test.each([true, false])(
  'two windows that scan at once have one question and one visit, granted: %s',
  async (isGranted) => {
    const tapId = await letInAndRefuse();
    await here.pass(10 * minute);
    if (isGranted) member.admission = granted;
    const verdicts = await Promise.all([scan(), scan()]);
    await here.confirm();
    for (const verdict of verdicts) {
      const kind = isGranted ? 'admitted' : 'refused';
      expect((await read(verdict)) ?? verdict).toMatchObject({ kind, visit: { tapId } });
    }
    await here.pass(minute);
    expect(await here.ledger()).toMatchObject([{ tapId, state: isGranted ? 'sent' : 'refused' }]);
    expect(await keptAdmissions()).toHaveLength(isGranted ? 1 : 0);
    expect(here.platform.visits.size).toBe(isGranted ? 1 : 0);
  },
);

test('a refusal of the second scan does not count where the manager has let the member in meanwhile', async () => {
  const tapId = await letInAndRefuse();
  await here.pass(10 * minute);
  const held = holdAdmissions();
  const scanning = scan();
  await until(() => expect(asked()).toBe(2));
  await letInAnyway();
  held.release();
  const second = await scanning;
  await here.confirm();
  expect((await read(second)) ?? second).toMatchObject({ kind: 'admitted', visit: { tapId } });
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent' }]);
});

test('whoever leaves while that visit is asked about, and comes again at once, has an admission of their own', async () => {
  const tapId = await letInAndRefuse();
  await here.pass(10 * minute);
  member.admission = granted;
  const held = holdAdmissions();
  const scanning = scan();
  await until(() => expect(asked()).toBe(2));
  await here.pass(1_000);
  await checkOut(context(), { ...here.tap(), accountId });
  await here.pass(1_000);
  const comingAgain = scan();
  await until(() => expect(asked()).toBe(3));
  held.release();
  const [, next] = await Promise.all([scanning, comingAgain]);
  expect((await keptAdmissions()).map((admission) => admission.tapId).sort()).toEqual([tapId, next.tapId].sort());
});
