import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readConfirmed } from '#lib/server/arrivals/read-confirmed.ts';
import { applyResolution } from '#lib/server/confirmation/apply-resolution.ts';
import { claimVisit, isConfirmationOf } from '#lib/server/confirmation/claim-visit.ts';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { isClaimOf } from '#lib/server/ledger/attempt.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { hourMs, minuteMs } from '#lib/testing/directory-of.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { forgetMember } from './forget-member.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
/** The former holder of a card, who is forgotten. */
let lena: ReturnType<typeof inventMember>;
let tom: ReturnType<typeof inventMember>;

beforeEach(async () => {
  here = await testDesk.openLocation();
  [lena, tom] = [inventMember(), inventMember()];
  here.platform.members.push(lena, tom);
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const scan = (value: string) => lookUp(context(), { ...here.tap(), source: 'scan', value });
const read = async ({ tapId }: Verdict) => (await readConfirmed(context(), { tapId: [tapId] }))[0] ?? null;
const sent = () => [...here.platform.visits.values()].map(({ accountId, kind }) => [accountId, kind]);
const ofTom = () => [tom.account.accountId, 'checkins'];
const store = ({ account }: typeof lena, card?: string) =>
  upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(account),
    askedAt: new Date(testDesk.clock.now),
    ...(card && { card: { kind: 'rfid', value: card } }),
  });
const forgetLena = () =>
  testDesk.desk.db.transaction((tx) =>
    forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId: lena.account.accountId }),
  );

/** Lena's card is Tom's at the platform, which is away. */
async function moveCard(): Promise<void> {
  await scan(lena.card);
  await here.pass(30 * hourMs);
  here.platform.visits.clear();
  lena.rfids?.splice(0);
  tom.rfids?.push(lena.card);
  here.platform.fault = () => ({ status: 503 });
}
/** The desk has learned whose the card is, as by a scan, and Lena is forgotten. */
async function forgetFormerHolder(): Promise<void> {
  await store(tom, lena.card);
  await forgetLena();
  const { db } = testDesk.desk;
  const kept = [
    await db.select().from(visits).where(eq(visits.locationId, here.location.id)),
    await db.select().from(taps).where(eq(taps.locationId, here.location.id)),
  ];
  expect(JSON.stringify(kept)).not.toContain(lena.account.accountId);
}
async function endOutage(): Promise<void> {
  here.platform.fault = () => null;
  await here.confirm();
  await here.pass(30 * minuteMs);
}

test('a waiting visit by a card that another member has by now outlives the former holder, and is that member’s', async () => {
  await moveCard();
  const first = await scan(lena.card);
  await here.pass(minuteMs);
  const again = await scan(lena.card);
  for (const verdict of [first, again]) {
    expect(verdict).toMatchObject({ kind: 'unconfirmed', member: { accountId: lena.account.accountId } });
  }
  await forgetFormerHolder();
  expect(await here.ledger()).toMatchObject([{ tapId: first.tapId, accountId: null, scannedValue: lena.card }]);
  await endOutage();
  expect(sent()).toEqual([ofTom()]);
  for (const verdict of [first, again]) {
    const { accountId } = tom.account;
    expect(await read(verdict)).toMatchObject({ member: { accountId }, visit: { tapId: first.tapId } });
  }
});

test('so does a scan that was set aside while the former holder was in', async () => {
  const { card: phone } = inventMember();
  lena.rfids?.push(phone);
  await moveCard();
  lena.rfids?.push(phone);
  here.platform.fault = () => null;
  await scan(phone);
  await here.pass(hourMs);
  here.platform.visits.clear();
  here.platform.fault = () => ({ status: 503 });
  const set = await scan(lena.card);
  expect(set.reasons).toContainEqual(expect.objectContaining({ code: 'alreadyIn' }));
  await forgetFormerHolder();
  await endOutage();
  expect(sent()).toEqual([ofTom()]);
  expect(await read(set)).toMatchObject({ member: { accountId: tom.account.accountId }, visit: { tapId: set.tapId } });
});

test.each(['confirmed', 'sent'])(
  'a visit that is just being %s is asked for anew: the answer names nobody who is forgotten',
  async (how) => {
    await moveCard();
    const { tapId } = await scan(lena.card);
    const { desk } = testDesk;
    const key = { locationId: here.location.id, tapId };
    const [sending] = await desk.db
      .update(visits)
      .set({ state: how === 'sent' ? 'sending' : 'held' })
      .where(eq(visits.tapId, tapId))
      .returning();
    const claimed = how === 'sent' ? sending : await claimVisit(desk.db, desk, key);
    if (!claimed) throw new Error('The visit cannot be claimed.');
    const isOurs = how === 'sent' ? isClaimOf(visitLedger(desk), claimed) : isConfirmationOf(claimed);
    await forgetFormerHolder();
    const resolution = { kind: 'member', member: memberOf(lena.account), admission: { kind: 'notAsked' } } as const;
    const { location } = here;
    const written = desk.db.transaction((tx) =>
      applyResolution(tx, desk, { location, visit: claimed, resolution, isOurs }),
    );
    expect(await written).toBeNull();
    await endOutage();
    expect(sent()).toEqual([ofTom()]);
  },
);

test('a visit by a card that is the member’s as far as the desk knows is forgotten with them', async () => {
  await moveCard();
  await scan(lena.card);
  await forgetLena();
  expect(await here.ledger()).toEqual([]);
});

test('a visit of nobody yet by a number that is another member’s, too, is kept: the barcode of one may be the id of another', async () => {
  const { membership } = tom.account;
  if (!membership || !lena.account.membership) throw new Error('They have no membership.');
  lena.account.membership.barcode = membership.membershipId ?? '';
  here.platform.fault = () => ({ status: 503 });
  await lookUp(context(), { ...here.tap(), source: 'typed', value: membership.membershipId ?? '' });
  await store(lena);
  await store(tom);
  await forgetLena();
  expect(await here.ledger()).toMatchObject([{ accountId: null, scannedKind: 'membershipId' }]);
  await endOutage();
  expect(sent()).toEqual([ofTom()]);
});
