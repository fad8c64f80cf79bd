import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { badgeDigest } from '#lib/server/auth/badge/card-of-badge.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards } from '#lib/server/db/schema/directory.ts';
import { memberLeases } from '#lib/server/db/schema/member-leases.ts';
import { staffBadges } from '#lib/server/db/schema/staff.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import type { WithMemberLeases } from '#lib/server/lease/member-lease.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import { type FakeCards, giveCardsTo } from '#lib/testing/fake-cards.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestDesk, TestLocation } from '#lib/testing/test-desk.ts';
import type { Card } from '#lib/wire/cards.ts';
import { assignCard } from './assign-card.ts';
import { rememberCard } from './card-holder.ts';
import { readCards, readPasses } from './read-cards.ts';
import { removePass } from './remove-pass.ts';
import { replaceCard } from './replace-card.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let fake: FakeCards;
let lena: string;
let omar: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  fake = giveCardsTo(here.platform);
  const people = [inventMember(), inventMember()];
  here.platform.members.push(...people);
  [lena = '', omar = ''] = people.map(({ account }) => account.accountId);
  for (const { account } of people) {
    await upsertMember(testDesk.desk.db, {
      locationId: here.location.id,
      member: memberOf(account),
      askedAt: new Date(testDesk.clock.now),
    });
  }
});

const rfid = (value: string): Card => ({ kind: 'rfid', value, tagFormat: null });
const pass = (value: string, collectorId: number): Card => ({
  kind: 'nfc',
  value,
  issuer: { wallet: 'google', collectorId },
});
const assign = (accountId: string, card: Card, expectedHolder: string | null = null) =>
  assignCard({ desk: testDesk.desk, actor: here.actor }, { accountId, card, expectedHolder });
const replace = (accountId: string, lost: string, replacement: string | null, expectedHolder: string | null = null) =>
  replaceCard({ desk: testDesk.desk, actor: here.actor }, { accountId, lost, replacement, expectedHolder });
const heldBy = (accountId: string) => (fake.ours.get(accountId) ?? []).map((card) => card.rfid);
const directory = async () =>
  (
    await testDesk.desk.db
      .select({ value: cards.value, accountId: cards.accountId })
      .from(cards)
      .where(eq(cards.locationId, here.location.id))
  ).map(({ value, accountId }) => `${value} ${accountId}`);
const audit = () =>
  testDesk.desk.db
    .select({ action: auditLog.action, accountId: auditLog.accountId, reason: auditLog.reason })
    .from(auditLog)
    .where(and(eq(auditLog.locationId, here.location.id)));

test('a free card is assigned, and the desk knows it at once', async () => {
  expect(await assign(lena, { kind: 'rfid', value: '0x04AA', tagFormat: 'MIFARE' })).toEqual({
    kind: 'assigned',
    movedFrom: null,
  });
  expect(fake.ours.get(lena)).toEqual([{ rfid: '0x04AA', tagFormat: 'MIFARE' }]);
  expect(await directory()).toEqual([`0x04AA ${lena}`]);
  expect(await audit()).toEqual([]);
});

describe('a scan whose answer arrives after the card was assigned', () => {
  /** Scans a card, assigns it to Lena in another window, and only then releases the answer to the scan. */
  async function scanAround(value: string, expectedHolder: string | null = null) {
    const [asked, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { fault } = here.platform;
    here.platform.fault = async (request) => {
      const answer = await fault(request);
      here.platform.fault = fault;
      asked.resolve();
      await given.promise;
      return answer;
    };
    const scan = findMember(
      { desk: testDesk.desk, actor: here.actor },
      { lookupKey: { kind: 'rfid', value }, urgency: 'background' },
    );
    await asked.promise;
    testDesk.clock.now += 1;
    await assign(lena, rfid(value), expectedHolder);
    given.resolve();
    return scan;
  }

  test('does not delete the newly assigned card', async () => {
    expect(await scanAround('0x04AB')).toMatchObject({ kind: 'unknown' });
    expect(await directory()).toEqual([`0x04AB ${lena}`]);
  });

  test('does not return the card to its previous holder', async () => {
    fake.ours.set(omar, [{ rfid: '0x04AC' }]);
    expect(await scanAround('0x04AC', omar)).toMatchObject({ kind: 'member', member: { accountId: omar } });
    expect(await directory()).toEqual([`0x04AC ${lena}`]);
  });

  test('while a later scan of an unknown card deletes it', async () => {
    await assign(lena, rfid('0x04AD'));
    fake.ours.clear();
    await findMember(
      { desk: testDesk.desk, actor: here.actor },
      { lookupKey: { kind: 'rfid', value: '0x04AD' }, urgency: 'interactive' },
    );
    expect(await directory()).toEqual([]);
  });
});

test('a card of another member is not moved until reception has confirmed', async () => {
  fake.ours.set(omar, [{ rfid: '0x04BB' }]);
  const asked = await assign(lena, rfid('0x04BB'));
  expect(asked).toMatchObject({ kind: 'heldByAnother', holder: { accountId: omar } });
  expect(heldBy(omar)).toEqual(['0x04BB']);
  expect(await assign(lena, rfid('0x04BB'), omar)).toMatchObject({ kind: 'assigned', movedFrom: { accountId: omar } });
  expect([heldBy(omar), heldBy(lena)]).toEqual([[], ['0x04BB']]);
  expect(await directory()).toEqual([`0x04BB ${lena}`]);
  expect(await audit()).toEqual([
    { action: 'moveCard', accountId: omar, reason: '…0x04BB' },
    { action: 'receiveCard', accountId: lena, reason: '…0x04BB' },
  ]);
});

test.each(['assigned', 'given in place of a lost one'])(
  'a card that moves is no longer its former holder’s at another gym of the chain: %s',
  async (how) => {
    const other = await testDesk.openLocation({ apiUrl: here.location.apiUrl });
    const db = testDesk.desk.db;
    const [profile] = here.platform.members.filter(({ account }) => account.accountId === omar);
    if (!profile) throw new Error('Omar is missing.');
    const at = new Date(testDesk.clock.now);
    const locationId = other.location.id;
    await upsertMember(db, { locationId, member: memberOf(profile.account), askedAt: at });
    await rememberCard(db, { locationId, accountId: omar, card: { kind: 'rfid', value: '0x04BB' }, at });
    fake.ours.set(omar, [{ rfid: '0x04BB' }]).set(lena, [{ rfid: '0x04CC' }]);
    if (how === 'assigned') await assign(lena, rfid('0x04BB'), omar);
    else await replace(lena, '0x04CC', '0x04BB', omar);
    expect(heldBy(lena)).toContain('0x04BB');
    expect(await db.$count(cards, eq(cards.locationId, locationId))).toBe(0);
  },
);

test('a card that has moved since the confirmation must be confirmed again', async () => {
  const third = inventMember();
  here.platform.members.push(third);
  fake.ours.set(third.account.accountId, [{ rfid: '0x04CC' }]);
  expect(await assign(lena, rfid('0x04CC'), omar)).toMatchObject({
    kind: 'heldByAnother',
    holder: { accountId: third.account.accountId },
  });
  expect(heldBy(third.account.accountId)).toEqual(['0x04CC']);
});

test('a card that has become free needs no further confirmation', async () => {
  expect(await assign(lena, rfid('0x04CD'), omar)).toEqual({ kind: 'assigned', movedFrom: null });
});

test('assigning a card to its holder changes nothing, and that is the outcome', async () => {
  fake.ours.set(lena, [{ rfid: '0x04DD' }]);
  expect(await assign(lena, rfid('0x04DD'))).toEqual({ kind: 'alreadyTheirs' });
  expect(here.platform.requests.map(({ method }) => method)).toEqual(['GET']);
});

test('no card is assigned while the platform cannot say who holds it', async () => {
  fake.fault = ({ path }) => (path.includes('/rfid/') ? { status: 500 } : null);
  await expect(assign(lena, rfid('0x04EE'))).rejects.toMatchObject({ code: 'platformUnavailable' });
  expect(heldBy(lena)).toEqual([]);
});

test('a member unknown to the platform gets no card, and is removed from the directory', async () => {
  fake.fault = ({ method }) => (method === 'POST' ? refuse('notFound', { entity: 'MEMBERSHIP' }) : null);
  expect(await assign(lena, rfid('0x04EF'))).toEqual({ kind: 'memberGone' });
  expect(await directory()).toEqual([]);
});

test('a lost card is replaced in one step, and the other cards are kept', async () => {
  fake.ours.set(lena, [{ rfid: '0x0401', tagFormat: 'LEGIC' }, { rfid: '0x0402' }]);
  fake.machines.set(lena, [{ rfid: '0x0403' }]);
  await assign(lena, rfid('0x0402'));
  expect(await replace(lena, '0x0402', '0x0404')).toEqual({
    kind: 'replaced',
    movedFrom: null,
    isStillKnown: false,
    otherForms: [],
  });
  expect(fake.ours.get(lena)).toEqual([{ rfid: '0x0401', tagFormat: 'LEGIC' }, { rfid: '0x0404' }]);
  expect(here.platform.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  expect(await readCards({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).toEqual({
    cards: [
      { rfid: '0x0401', tagFormat: 'LEGIC', isFromMachine: false },
      { rfid: '0x0404', tagFormat: null, isFromMachine: false },
      { rfid: '0x0403', tagFormat: null, isFromMachine: true },
    ],
    unreadable: 0,
  });
  expect(await directory()).toEqual([`0x0404 ${lena}`]);
  expect(await audit()).toEqual([{ action: 'loseCard', accountId: lena, reason: '…0x0402 → …0x0404' }]);
});

test('a lost card admits no one from then on, even while the platform is unreachable', async () => {
  fake.ours.set(lena, [{ rfid: '0x0402' }]);
  await assign(lena, rfid('0x0402'));
  expect(await directory()).toEqual([`0x0402 ${lena}`]);
  fake.fault = () => 'reset';
  await expect(replace(lena, '0x0402', null)).rejects.toMatchObject({ code: 'platformUnavailable' });
  expect(await directory()).toEqual([]);
});

test('a lost card is forgotten in every form of its number that was scanned', async () => {
  const row = { locationId: here.location.id, kind: 'rfid', syncedAt: new Date(testDesk.clock.now) } as const;
  await testDesk.desk.db.insert(cards).values([
    { ...row, accountId: lena, value: '0x000402' },
    { ...row, accountId: lena, value: '0x040200' },
    { ...row, accountId: omar, value: '0x00000402' },
  ]);
  fake.ours.set(lena, [{ rfid: '0x0402' }]);
  fake.machines.set(lena, [{ rfid: '0x000402' }]);
  expect(await replace(lena, '0x0402', '0x000402')).toEqual({ kind: 'sameCard' });
  expect(await replace(lena, '0x0402', null)).toMatchObject({ kind: 'replaced', isStillKnown: true });
  expect((await directory()).toSorted()).toEqual([`0x00000402 ${omar}`, `0x040200 ${lena}`]);
});

test.each([
  ['0x0402', '0x000402'],
  ['0x000402', '0x0402'],
])(
  'a lost card that the list has in two forms is removed in both, reported as %s, which is told, and no machine is named',
  async (lost, other) => {
    fake.ours.set(lena, [{ rfid: '0x0402' }, { rfid: '0x0401' }, { rfid: '0x000402' }]);
    const told = { kind: 'replaced', movedFrom: null, isStillKnown: false, otherForms: [other] };
    expect(await replace(lena, lost, '0x0404')).toEqual(told);
    expect(heldBy(lena)).toEqual(['0x0401', '0x0404']);
  },
);

test('a lost card whose entry has another form by now is removed, as it is no machine’s', async () => {
  fake.ours.set(lena, [{ rfid: '0x000402' }]);
  expect(await replace(lena, '0x0402', null)).toMatchObject({ kind: 'replaced', otherForms: ['0x000402'] });
  expect(heldBy(lena)).toEqual([]);
});

test('a lost card that the list keeps in another form is not reported as removed', async () => {
  fake.ours.set(lena, [{ rfid: '0x0402' }, { rfid: '0x000402' }]);
  fake.fault = ({ method }) => {
    if (method !== 'PUT') return null;
    fake.ours.set(lena, [{ rfid: '0x000402' }]);
    return { status: 204 };
  };
  expect(await replace(lena, '0x0402', null)).toEqual({ kind: 'listDiffers', isStillListed: true, missing: [] });
});

test('a lost card that a machine also manages is reported as still valid', async () => {
  fake.ours.set(lena, [{ rfid: '0x0402' }]);
  fake.machines.set(lena, [{ rfid: '0x0402' }]);
  expect(await replace(lena, '0x0402', null)).toMatchObject({ kind: 'replaced', isStillKnown: true });
});

test('a card managed by a machine cannot be removed', async () => {
  fake.machines.set(lena, [{ rfid: '0x0403' }]);
  expect(await replace(lena, '0x0403', null)).toEqual({ kind: 'notOurs' });
  expect(here.platform.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('the lost card cannot be its own replacement, and a card of another member must be confirmed', async () => {
  fake.ours.set(lena, [{ rfid: '0x0402' }]);
  fake.ours.set(omar, [{ rfid: '0x0409' }]);
  expect(await replace(lena, '0x0402', '0x0402')).toEqual({ kind: 'sameCard' });
  expect(await replace(lena, '0x0402', '0x0409')).toMatchObject({ kind: 'heldByAnother', holder: { accountId: omar } });
  expect([heldBy(lena), heldBy(omar)]).toEqual([['0x0402'], ['0x0409']]);
  expect(await replace(lena, '0x0402', '0x0409', omar)).toMatchObject({ kind: 'replaced' });
  expect([heldBy(lena), heldBy(omar)]).toEqual([['0x0409'], []]);
});

test('a staff badge is never assigned to a member, nor sent to the platform', async () => {
  const { db, secret } = testDesk.desk;
  const card = { cardDigest: badgeDigest(secret, '0x04FF'), pinHash: '' };
  await db.insert(staffBadges).values({ staffId: here.actor.staffId, ...card });
  await expect(assign(lena, rfid('0x04FF'))).rejects.toMatchObject({ code: 'staffBadge' });
  await expect(replace(lena, '0x0402', '0x04FF')).rejects.toMatchObject({ code: 'staffBadge' });
  expect(here.platform.requests).toEqual([]);
});

async function loseTwoAtOnce(withLeases?: WithMemberLeases): Promise<string[]> {
  fake.ours.set(lena, [{ rfid: '0x0411' }, { rfid: '0x0412' }, { rfid: '0x0413' }]);
  fake.listsTakeMs = 200;
  const lose = (desk: TestDesk['desk'], lost: string) =>
    replaceCard(
      { desk, actor: here.actor, withLeases },
      { accountId: lena, lost, replacement: null, expectedHolder: null },
    );
  await Promise.all([lose(testDesk.desk, '0x0411'), lose(testDesk.another(), '0x0412')]);
  return heldBy(lena);
}

test('two concurrent changes of one list from two processes both take effect', async () => {
  expect(await loseTwoAtOnce()).toEqual(['0x0413']);
});

test('control: without leases, a removed card is restored', async () => {
  const bothRead = Promise.withResolvers<void>();
  let read = 0;
  fake.listsAfter = () => {
    read += 1;
    if (read === 2) bothRead.resolve();
    return bothRead.promise;
  };
  expect((await loseTwoAtOnce((_desk, _members, work) => work())).length).toBeGreaterThan(1);
});

test('a lease of a process that died expires, and a lease is released after use', async () => {
  const leaseEndsAt = new Date(testDesk.clock.now - 1);
  const leaseId = testDesk.desk.newId();
  await testDesk.desk.db
    .insert(memberLeases)
    .values({ locationId: here.location.id, accountId: lena, leaseId, leaseEndsAt });
  expect(await assign(lena, rfid('0x0421'))).toMatchObject({ kind: 'assigned' });
  const left = await testDesk.desk.db.select().from(memberLeases).where(eq(memberLeases.locationId, here.location.id));
  expect(left).toEqual([]);
});

test('a pass is assigned under its issuer, which is offered from then on', async () => {
  expect(await assign(lena, pass('token-of-lena-aaaaaa', 17))).toEqual({ kind: 'assigned', movedFrom: null });
  expect(await readPasses({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).toEqual({
    passes: [{ issuer: { wallet: 'google', collectorId: 17 }, ending: 'aaaaaa' }],
    issuers: [{ wallet: 'google', collectorId: 17 }],
  });
  expect(await assign(lena, pass('token-of-lena-aaaaaa', 17))).toEqual({ kind: 'alreadyTheirs' });
});

test('a new pass of an issuer replaces the previous one, in the directory too', async () => {
  await assign(lena, pass('token-one-aaaaaa', 17));
  await assign(lena, pass('token-two-bbbbbb', 17));
  expect(await directory()).toEqual([`token-two-bbbbbb ${lena}`]);
  expect((await readPasses({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).passes).toMatchObject([
    { ending: 'bbbbbb' },
  ]);
});

test('a pass of another member must be confirmed before it moves', async () => {
  await assign(omar, pass('token-of-omar-cccccc', 17));
  const asked = await assign(lena, pass('token-of-omar-cccccc', 17));
  expect(asked).toMatchObject({ kind: 'heldByAnother', holder: { accountId: omar } });
  expect(await assign(lena, pass('token-of-omar-cccccc', 17), omar)).toMatchObject({ kind: 'assigned' });
  expect(await directory()).toEqual([`token-of-omar-cccccc ${lena}`]);
});

test('the same pass may be assigned under a second issuer', async () => {
  await assign(lena, pass('token-one-aaaaaa', 17));
  expect(await assign(lena, pass('token-one-aaaaaa', 18))).toMatchObject({ kind: 'assigned' });
  expect((await readPasses({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).passes).toHaveLength(2);
});

test('a pass of an issuer unknown to this location is shown without issuer', async () => {
  fake.passes.set(`${lena} pass.com.other`, 'token-other-dddddd');
  expect((await readPasses({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).passes).toEqual([
    { issuer: null, ending: 'dddddd' },
  ]);
});

test('a pass that the platform does not remove for now admits no one by the directory alone', async () => {
  await assign(lena, pass('token-one-aaaaaa', 17));
  here.platform.fault = ({ method }) => (method === 'DELETE' ? { status: 503, body: '' } : null);
  const issuer = { wallet: 'google', collectorId: 17 } as const;
  const removal = removePass({ desk: testDesk.desk, actor: here.actor }, { accountId: lena, issuer });
  await expect(removal).rejects.toThrow();
  expect([await directory(), fake.passes.size]).toEqual([[], 1]);
});

test('removing a pass of an issuer keeps the others; removing without issuer removes all', async () => {
  await assign(lena, pass('token-one-aaaaaa', 17));
  await assign(lena, pass('token-two-bbbbbb', 18));
  const remove = (collectorId: number | null) =>
    removePass(
      { desk: testDesk.desk, actor: here.actor },
      {
        accountId: lena,
        issuer: collectorId === null ? null : { wallet: 'google', collectorId },
      },
    );
  expect(await remove(17)).toEqual({ kind: 'removed' });
  expect(await directory()).toEqual([`token-two-bbbbbb ${lena}`]);
  expect(await remove(17)).toEqual({ kind: 'alreadyRemoved' });
  expect(await remove(null)).toEqual({ kind: 'removed' });
  expect([await directory(), [...fake.passes]]).toEqual([[], []]);
});
