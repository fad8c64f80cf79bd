import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readConfirmed } from '#lib/server/arrivals/read-confirmed.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { hourMs, minuteMs } from '#lib/testing/directory-of.ts';
import { type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;
/** A corporate member, whose card it is by now. */
let tom: ReturnType<typeof inventMember>;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  tom = inventMember({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: false } });
  here.platform.members.push(lena, tom);
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const scan = (value: string) => lookUp(context(), { ...here.tap(), source: 'scan', value });
const read = async ({ tapId }: Verdict) => (await readConfirmed(context(), { tapId: [tapId] }))[0] ?? null;
const sent = () => [...here.platform.visits.values()].map(({ accountId, kind }) => [accountId, kind]);
const whoIsIn = async () => (await readPresence(context())).entries.map(({ accountId }) => accountId);

const beginOutage = () => {
  here.platform.fault = () => ({ status: 503 });
};
/** The platform answers again, except about admissions. */
async function answerLookUps(reply: Reply = { status: 503 }): Promise<void> {
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? reply : null);
  await here.confirm();
  await here.pass(minuteMs);
}
async function answerAll(): Promise<void> {
  here.platform.fault = () => null;
  await here.pass(30 * minuteMs);
}

/** Lena's card was scanned here, and is Tom's now; the platform is away while he holds it to the reader twice. */
async function scanRecalled() {
  await scan(lena.card);
  await here.pass(30 * hourMs);
  here.platform.visits.clear();
  tom.rfids?.push(lena.card);
  lena.rfids?.splice(0);
  beginOutage();
  const first = await scan(lena.card);
  await here.pass(2 * minuteMs);
  const again = await scan(lena.card);
  const { accountId } = lena.account;
  for (const verdict of [first, again]) expect(verdict).toMatchObject({ kind: 'unconfirmed', member: { accountId } });
  return { first, again };
}

test('repeated scans follow their visit to the member who has the card, while the platform does not decide about admission', async () => {
  const { first, again } = await scanRecalled();
  await answerLookUps();
  const { accountId } = tom.account;
  expect((await here.ledger()).slice(1)).toMatchObject([{ accountId, tapId: first.tapId }]);
  expect(await whoIsIn()).toEqual([accountId]);
  await answerAll();
  expect(sent()).toEqual([[accountId, 'checkins']]);
  expect(await read(first)).toMatchObject({ kind: 'admitted', member: { accountId } });
  expect(await read(again)).toMatchObject({
    kind: 'admitted',
    member: { accountId },
    visit: { tapId: first.tapId },
    reasons: [{ code: 'alreadyIn' }],
  });
});

test('so they do where the visit ends as refused, since the question about admission was refused for a day', async () => {
  const { first } = await scanRecalled();
  const claimedAt = new Date(testDesk.clock.now);
  const failingSince = new Date(testDesk.clock.now - 25 * hourMs);
  await testDesk.desk.db.update(visits).set({ claimedAt, failingSince }).where(eq(visits.tapId, first.tapId));
  await answerLookUps(refuse('forbiddenAction'));
  const { accountId } = tom.account;
  expect((await here.ledger()).slice(1)).toMatchObject([
    { tapId: first.tapId, accountId, state: 'refused', lastError: 'forbiddenAction', isUnasked: false },
  ]);
});

test('a scan of the former holder by another card, taken for a repeated one, stays theirs', async () => {
  const { card: phone } = inventMember();
  lena.rfids?.push(phone);
  await scan(phone);
  await here.pass(30 * hourMs);
  await scanRecalled();
  lena.rfids?.push(phone);
  const own = await scan(phone);
  expect(own).toMatchObject({ kind: 'unconfirmed', reasons: [{ code: 'platformFailed' }, { code: 'alreadyIn' }] });
  await answerLookUps();
  await answerAll();
  await here.confirm();
  expect(sent().toSorted()).toEqual([lena, tom].map(({ account }) => [account.accountId, 'checkins']).toSorted());
  expect(await read(own)).toMatchObject({ kind: 'admitted', member: { accountId: lena.account.accountId } });
});

test('a return by a card of nobody counts as soon as its member is known, also while admission is open', async () => {
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(tom.account),
    askedAt: new Date(testDesk.clock.now),
  });
  const { accountId } = tom.account;
  beginOutage();
  await scan(tom.card);
  await here.pass(hourMs);
  await checkOut(context(), { ...here.tap(), accountId });
  await here.pass(hourMs);
  const back = await scan(tom.card);
  expect(back).toMatchObject({ member: null, reasons: [{ code: 'platformFailed' }, { code: 'alreadyIn' }] });
  await answerLookUps();
  expect(await whoIsIn()).toEqual([accountId]);
  await answerAll();
  expect(sent()).toEqual([
    [accountId, 'checkins'],
    [accountId, 'checkouts'],
    [accountId, 'checkins'],
  ]);
  expect(await read(back)).toMatchObject({ kind: 'admitted', visit: { tapId: back.tapId } });
});
