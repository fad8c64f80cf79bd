import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { cards, directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { keyBuckets } from '#lib/server/db/schema/key-buckets.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { askForAbsent } from '#lib/server/members/ask-absent.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { retryKeptVisit } from '#lib/server/visits/kept-visits.ts';
import { dayMs, directoryOf, hourMs, minuteMs } from '#lib/testing/directory-of.ts';
import { type FakeRequest, refuse } from '#lib/testing/fake-platform.ts';
import { endDeadlinesAtOnce } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';
import { undo } from './undo.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const { mirror } = directoryOf(testDesk, () => here);
const scan = (value: string, tap = here.tap(), desk = testDesk.desk) =>
  lookUp({ desk, actor: here.actor }, { ...tap, source: 'scan', value });
const choose = (accountId: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'chosen', value: accountId });
const read = async ({ tapId }: Verdict) =>
  (await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [tapId] }))[0] ?? null;
const codes = (verdict: Verdict | null) => verdict?.reasons.map(({ code }) => code);
const whoIsIn = async () =>
  (await readPresence({ desk: testDesk.desk, actor: here.actor })).entries.map(({ accountId }) => accountId);

const isLookUp = ({ method, path }: FakeRequest) => method === 'GET' && path.includes('/accounts/');
/** From now on the key may look up nobody. */
const limitLookUps = (isLimited: (request: FakeRequest) => boolean = isLookUp) => {
  here.platform.fault = (request) => (isLimited(request) ? refuse('tooManyRequests') : null);
};
const unlimit = () => {
  here.platform.fault = () => null;
};

/** A member who was here the day before; the mirror has been read just now. */
async function know(fields: Parameters<typeof inventMember>[0] = {}) {
  const member = inventMember(fields);
  here.platform.members.push(member);
  await scan(member.card);
  await here.pass(dayMs + hourMs);
  await mirror();
  await mirror();
  return { ...member, stored: member, accountId: member.account.accountId };
}

describe('a known card, while the limit of the key is reached', () => {
  test('is judged by the directory, and the verdict says by which list', async () => {
    const lena = await know();
    limitLookUps();
    const verdict = await scan(lena.card);
    expect(verdict).toMatchObject({
      kind: 'admitted',
      member: { accountId: lena.accountId },
      reasons: [{ code: 'fromDirectory', at: new Date(testDesk.clock.now).toISOString() }],
      visit: { kind: 'checkIn' },
      offers: ['checkOut'],
    });
    expect(await read(verdict)).toBeNull();
  });

  test('has the reasons for attention that the platform would lead to', async () => {
    const lena = await know({ endOfContract: '2026-11-24' });
    limitLookUps();
    expect(await scan(lena.card)).toMatchObject({
      kind: 'attention',
      reasons: [{ code: 'contractEndsSoon' }, { code: 'fromDirectory' }],
    });
  });

  test('is confirmed by the answer of the platform, and its visit is sent once', async () => {
    const lena = await know();
    limitLookUps();
    const verdict = await scan(lena.card);
    unlimit();
    await here.confirm();
    expect(await read(verdict)).toMatchObject({ kind: 'admitted', reasons: [], offers: ['checkOut'] });
    const sent = here.platform.count('/checkins');
    const asked = here.platform.requests.filter(isLookUp).length;
    await here.pass(10_000);
    expect(here.platform.count('/checkins')).toBe(sent + 1);
    expect(here.platform.requests.filter(isLookUp)).toHaveLength(asked);
  });

  test('is asked for before the visit is sent, if not sooner', async () => {
    const lena = await know();
    limitLookUps();
    const verdict = await scan(lena.card);
    await here.confirm();
    await here.pass(10_000);
    expect(await here.ledger()).toMatchObject([{ state: 'sent' }, { state: 'waiting', isUnasked: true }]);
    unlimit();
    await here.pass(minuteMs);
    expect(await here.ledger()).toMatchObject([{ state: 'sent' }, { state: 'sent', isUnasked: false }]);
    expect(await read(verdict)).toMatchObject({ kind: 'admitted', reasons: [] });
  });

  test('stays undone', async () => {
    const lena = await know();
    limitLookUps();
    const { tapId } = await scan(lena.card);
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId });
    unlimit();
    await here.confirm();
    expect(await here.ledger()).toMatchObject([{ state: 'sent' }, { state: 'undone' }]);
  });

  test('does not need the daily list, which waits until more is left', async () => {
    const lena = await know();
    const lists = () => here.platform.requests.filter(({ query }) => query.has('offset'));
    await here.pass(dayMs);
    here.platform.dialect = (reply) => ({ ...reply, headers: { 'x-ratelimit-remaining': '15' } });
    await scan(lena.card);
    await mirror();
    expect(lists().at(-1)?.query.has('fromTimestamp')).toBe(true);
    here.platform.dialect = (reply) => reply;
    await scan(lena.card);
    await mirror();
    expect(lists().at(-1)?.query.has('fromTimestamp')).toBe(false);
  });

  test('is asked for as usual where the limit leaves room', async () => {
    const lena = await know();
    expect(await scan(lena.card)).toMatchObject({ kind: 'admitted', reasons: [] });
  });
});

describe('where the platform answers otherwise afterwards', () => {
  test.each(['confirmed', 'sent'])(
    'a card that is blocked is unknown once it is %s, and not judged here again',
    async (when) => {
      const lena = await know();
      limitLookUps();
      const verdict = await scan(lena.card);
      lena.rfids?.splice(0);
      unlimit();
      if (when === 'confirmed') await here.confirm();
      await here.pass(10_000);
      expect(await read(verdict)).toMatchObject({ kind: 'unknown' });
      expect(codes(await read(verdict))).toEqual(['cardUnknown', 'visitNotCounted', 'letInBefore']);
      expect((await here.ledger())[1]).toMatchObject({
        accountId: null,
        state: 'unresolved',
        lastError: 'cardUnknown',
      });
      limitLookUps();
      expect(await scan(lena.card)).toMatchObject({ kind: 'unconfirmed', member: null });
    },
  );

  test('a card that moved is the other member’s, and so is the visit', async () => {
    const lena = await know();
    const jan = await know();
    limitLookUps();
    const verdict = await scan(lena.card);
    lena.rfids?.splice(0);
    jan.rfids?.push(lena.card);
    unlimit();
    expect(await whoIsIn()).toEqual([lena.accountId]);
    await here.confirm();
    expect(await read(verdict)).toMatchObject({ kind: 'admitted', member: { accountId: jan.accountId }, reasons: [] });
    expect(await whoIsIn()).toEqual([jan.accountId]);
    await here.pass(10_000);
    expect([...here.platform.visits.values()].at(-1)).toMatchObject({ accountId: jan.accountId });
  });

  test('a card that moved to somebody who is in already leaves one visit', async () => {
    const lena = await know();
    const jan = await know();
    await scan(jan.card);
    await here.pass(10_000);
    limitLookUps();
    const verdict = await scan(lena.card);
    lena.rfids?.splice(0);
    jan.rfids?.push(lena.card);
    unlimit();
    await here.confirm();
    expect(await read(verdict)).toMatchObject({ kind: 'admitted', member: { accountId: jan.accountId } });
    expect(await whoIsIn()).toEqual([jan.accountId]);
    await here.pass(10_000);
    expect((await here.ledger()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  test.each([
    ['is left out', undefined],
    ['is answered without id and contract', { membershipType: 'PREMIUM' }],
  ])('a member whose ended membership %s is not a member, and not judged here again', async (_, membership) => {
    const lena = await know();
    limitLookUps();
    const verdict = await scan(lena.card);
    const { stored } = lena;
    stored.account = { ...stored.account, membership };
    unlimit();
    await here.confirm();
    expect(codes(await read(verdict))).toEqual(['membershipMissing', 'visitNotCounted', 'letInBefore']);
    limitLookUps();
    expect(await scan(lena.card)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('a member whose membership has ended is not judged here by another card either', async () => {
    const lena = await know();
    const other = `${lena.card}01`;
    lena.rfids?.push(other);
    await scan(other);
    await here.pass(dayMs);
    await mirror();
    await mirror();
    lena.stored.account = { ...lena.stored.account, membership: undefined };
    expect(codes(await scan(lena.card))).toEqual(['membershipMissing']);
    limitLookUps();
    expect(await scan(other)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('a member whose membership has ended, and to whom another’s card had moved, is not judged here by their own', async () => {
    const lena = await know();
    const jan = await know();
    lena.rfids?.splice(0);
    jan.rfids?.push(lena.card);
    jan.stored.account = { ...jan.stored.account, membership: undefined };
    expect(codes(await scan(lena.card))).toEqual(['membershipMissing']);
    limitLookUps();
    expect(await scan(jan.card)).toMatchObject({ kind: 'unconfirmed' });
    const [stored] = await testDesk.desk.db.select().from(members).where(eq(members.accountId, lena.accountId));
    expect(stored).toMatchObject({ absentAt: null });
  });

  const unreadable = { status: 200, body: { accountId: [] } };
  test.each([
    ['refused', refuse('forbiddenAction')],
    ['refused as an admission', refuse('corporateFitnessMembershipExpired')],
    ['unreadable', unreadable],
  ])('a member about whom the answer is %s is not judged here until a look-up returns them', async (_, reply) => {
    const lena = await know();
    here.platform.fault = (request) => (isLookUp(request) ? reply : null);
    const verdict = await scan(lena.card);
    expect(verdict).toMatchObject({ kind: 'unconfirmed' });
    // before its visit is sent, the card would be looked up again
    await undo({ desk: testDesk.desk, actor: here.actor }, verdict);
    unlimit();
    await here.pass(dayMs);
    await mirror();
    await mirror();
    limitLookUps();
    expect(await scan(lena.card)).toMatchObject({ kind: 'unconfirmed' });
    expect(await choose(lena.accountId)).toMatchObject({ kind: 'unconfirmed' });
    unlimit();
    await scan(lena.card);
    limitLookUps();
    expect(await scan(lena.card)).toMatchObject({ reasons: [{ code: 'repeatIgnored' }, { code: 'fromDirectory' }] });
  });

  test('a member whose profile the platform refused is not judged here', async () => {
    const lena = await know();
    here.platform.fault = (request) => (isLookUp(request) ? refuse('forbiddenAction') : null);
    await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: lena.accountId });
    limitLookUps();
    expect(await choose(lena.accountId)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('a member about whom the answer was refused after they were missing is not judged here', async () => {
    const lena = await know();
    const { stored } = lena;
    const { account } = stored;
    stored.account = { ...account, membership: undefined };
    expect(codes(await choose(lena.accountId))).toEqual(['membershipMissing']);
    stored.account = account;
    here.platform.fault = (request) => (isLookUp(request) ? refuse('forbiddenAction') : null);
    await askForAbsent({ desk: testDesk.desk, actor: here.actor });
    limitLookUps();
    expect(await choose(lena.accountId)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('a member whom the platform does not find, without saying what is missing, is not judged here', async () => {
    const lena = await know();
    here.platform.fault = (request) => (isLookUp(request) ? refuse('notFound', { entity: 'UNKNOWN' }) : null);
    expect(await choose(lena.accountId)).toMatchObject({ kind: 'unknown' });
    limitLookUps();
    expect(await choose(lena.accountId)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('a card about which the answer was refused is looked up again itself', async () => {
    const lena = await know();
    here.platform.fault = (request) => (isLookUp(request) ? refuse('forbiddenAction') : null);
    await scan(lena.card);
    unlimit();
    await choose(lena.accountId);
    limitLookUps();
    expect(await choose(lena.accountId)).toMatchObject({
      reasons: [{ code: 'repeatIgnored' }, { code: 'fromDirectory' }],
    });
    expect(await scan(lena.card)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('a member who has become a corporate one is asked for admission', async () => {
    const lena = await know();
    limitLookUps();
    const verdict = await scan(lena.card);
    const { stored } = lena;
    if (stored.account.membership) stored.account.membership.membershipType = 'CORPORATE_FITNESS';
    stored.admission = { refusal: 'corporateFitnessMembershipExpired' };
    unlimit();
    await here.confirm();
    expect(codes(await read(verdict))).toEqual(['corporateMembershipEnded', 'letInBefore']);
    expect((await here.ledger())[1]).toMatchObject({ state: 'refused' });
  });
});

describe('a corporate member, while the limit of the key is reached', () => {
  const corporate = (admission: NonNullable<Parameters<typeof inventMember>[0]>['admission']) =>
    know({ type: 'CORPORATE_FITNESS', admission });

  test('is asked for admission, and refused by the platform’s word', async () => {
    const lena = await corporate({ firstAdmission: false });
    const { stored } = lena;
    stored.admission = { refusal: 'corporateFitnessMembershipExpired' };
    limitLookUps();
    expect(await scan(lena.card)).toMatchObject({
      kind: 'refused',
      reasons: [{ code: 'corporateMembershipEnded' }],
      visit: null,
    });
  });

  test('is unconfirmed where the platform cannot be asked for that either', async () => {
    const lena = await corporate({ firstAdmission: false });
    limitLookUps(() => true);
    expect(await scan(lena.card)).toMatchObject({ kind: 'unconfirmed', reasons: [{ code: 'platformBusy' }] });
  });

  test('is not asked for admission again once it was granted', async () => {
    const lena = await corporate({ firstAdmission: false });
    const asked = here.platform.count('/admissions');
    limitLookUps();
    expect(await scan(lena.card)).toMatchObject({ kind: 'admitted', reasons: [{ code: 'fromDirectory' }] });
    unlimit();
    await here.confirm();
    await here.pass(10_000);
    expect(here.platform.count('/admissions')).toBe(asked + 1);
    expect((await here.ledger())[1]).toMatchObject({ state: 'sent' });
  });
});

describe('a card of a corporate member that moved to another one, while the limit of the key is reached', () => {
  const corporate = () => know({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: false } });

  /** Scans the card for which the former holder is admitted. */
  async function scanMoved() {
    const [lena, jan] = [await corporate(), await corporate()];
    limitLookUps();
    const verdict = await scan(lena.card);
    expect(verdict).toMatchObject({ member: { accountId: lena.accountId }, visit: { kind: 'checkIn' } });
    lena.rfids?.splice(0);
    unlimit();
    const admittedFor = () =>
      here.platform.requests
        .filter(({ path }) => path.endsWith('/admissions'))
        .map(({ path }) => path.split('/').at(-2));
    const visit = async () => (await here.ledger()).find(({ tapId }) => tapId === verdict.tapId);
    const giveCard = () => void jan.rfids?.push(lena.card);
    return { jan, verdict, admittedFor, visit, giveCard };
  }

  test.each([
    ['sent once it is granted', { firstAdmission: false }, 'sent'],
    ['refused', { refusal: 'corporateFitnessMembershipExpired' }, 'refused'],
  ] as const)('is asked about for the member who came: %s', async (_, admission, state) => {
    const { jan, verdict, admittedFor, visit, giveCard } = await scanMoved();
    giveCard();
    jan.stored.admission = admission;
    await here.confirm();
    expect(admittedFor().at(-1)).toBe(jan.accountId);
    expect(await read(verdict)).toMatchObject({ member: { accountId: jan.accountId } });
    await here.pass(10_000);
    expect(await visit()).toMatchObject({ accountId: jan.accountId, state });
  });

  test('is asked about for the member who came also if it was nobody’s at first', async () => {
    const { jan, admittedFor, visit, giveCard } = await scanMoved();
    await here.confirm();
    expect(await visit()).toMatchObject({ accountId: null, state: 'unresolved', needsAdmission: true });
    giveCard();
    await retryKeptVisit(testDesk.desk, { tapId: (await visit())?.tapId ?? '' });
    await here.pass(0);
    expect(admittedFor().at(-1)).toBe(jan.accountId);
    expect(await visit()).toMatchObject({ accountId: jan.accountId, state: 'sent' });
  });
});

describe('the platform is asked whatever its limit', () => {
  type Known = Awaited<ReturnType<typeof know>>;
  const db = () => testDesk.desk.db;
  const at = (msAgo: number) => new Date(testDesk.clock.now - msAgo);
  const isHere = () => eq(directorySyncs.locationId, here.location.id);
  const ofMember = ({ accountId }: Known) => eq(members.accountId, accountId);

  test.each<[string, (lena: Known) => Promise<unknown> | undefined]>([
    ['the changes were last read more than three minutes ago', () => here.pass(3 * minuteMs + 1_000)],
    ['a member could not be read', () => db().update(directorySyncs).set({ isAllReadWhole: false }).where(isHere())],
    [
      'many members are missing from the list',
      () => db().update(directorySyncs).set({ absentCount: 7 }).where(isHere()),
    ],
    [
      'the card was last looked up more than a week ago',
      ({ card }) =>
        db()
          .update(cards)
          .set({ syncedAt: at(7 * dayMs + minuteMs) })
          .where(eq(cards.value, card)),
    ],
    [
      'the member was last listed more than two days ago',
      (lena) =>
        db()
          .update(members)
          .set({ syncedAt: at(2 * dayMs + minuteMs) })
          .where(ofMember(lena)),
    ],
    [
      'the member was read by a clock that was ahead',
      (lena) =>
        db()
          .update(members)
          .set({ syncedAt: at(-hourMs) })
          .where(ofMember(lena)),
    ],
    [
      'the member is absent',
      (lena) =>
        db()
          .update(members)
          .set({ absentAt: at(0) })
          .where(ofMember(lena)),
    ],
    [
      'a visit was refused',
      ({ accountId }) => db().update(visits).set({ state: 'refused' }).where(eq(visits.accountId, accountId)),
    ],
    [
      'a visit was refused since the member was last listed, even if it is settled',
      ({ accountId }) =>
        db()
          .update(visits)
          .set({ state: 'refused', settledAt: at(-1) })
          .where(eq(visits.accountId, accountId)),
    ],
    [
      'an event says that the membership has ended',
      ({ accountId }) =>
        db()
          .insert(webhookInbox)
          .values({
            locationId: here.location.id,
            digest: randomUUID(),
            type: 'MEMBERSHIP_DELETE',
            accountId,
            at: at(0),
            receivedAt: at(0),
            nextAttemptAt: at(0),
          }),
    ],
  ])('where %s', async (_, change) => {
    const lena = await know();
    await change(lena);
    limitLookUps();
    expect(await scan(lena.card)).toMatchObject({
      kind: 'unconfirmed',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'platformBusy' })]),
    });
  });

  test('after a settled refusal, once the platform has listed the member again', async () => {
    const lena = await know();
    const settled = { state: 'refused', settledAt: at(hourMs) } as const;
    await db().update(visits).set(settled).where(eq(visits.accountId, lena.accountId));
    limitLookUps();
    expect(await scan(lena.card)).toMatchObject({ kind: 'admitted' });
  });

  test('for a card that was never looked up', async () => {
    await know();
    const jan = inventMember();
    here.platform.members.push(jan);
    limitLookUps();
    expect(await scan(jan.card)).toMatchObject({ kind: 'unconfirmed', member: null });
  });

  test('by a process that does not know the platform’s time yet', async () => {
    const lena = await know();
    await db().update(keyBuckets).set({ tokens: -1_000 });
    const other = testDesk.another();
    endDeadlinesAtOnce();
    expect(await scan(lena.card, here.tap(), other)).toMatchObject({
      kind: 'unconfirmed',
      reasons: [{ code: 'platformBusy' }],
    });
  });
});
