import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards } from '#lib/server/db/schema/directory.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { type FakeCards, giveCardsTo } from '#lib/testing/fake-cards.ts';
import { type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Card } from '#lib/wire/cards.ts';
import { assignCard } from './assign-card.ts';
import { replaceCard } from './replace-card.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let fake: FakeCards;
let lena: string;
let omar: string;
/** What the platform answers to changes, and to reads after them. */
let answers: { change: Reply | null; read: Reply | null };

const card: Card = { kind: 'rfid', value: '0x04BC', tagFormat: null };
const pass = (value: string, collectorId: number): Card => ({
  kind: 'nfc',
  value,
  issuer: { wallet: 'google', collectorId },
});

beforeEach(async () => {
  here = await testDesk.openLocation();
  fake = giveCardsTo(here.platform);
  const people = [inventMember(), inventMember()];
  here.platform.members.push(...people);
  [lena = '', omar = ''] = people.map(({ account }) => account.accountId);
  for (const { account } of people) {
    const askedAt = new Date(testDesk.clock.now);
    await upsertMember(testDesk.desk.db, { locationId: here.location.id, member: memberOf(account), askedAt });
  }
  fake.ours.set(omar, [{ rfid: card.value }]);
  answers = { change: null, read: null };
  let isChanged = false;
  fake.fault = ({ method }) => {
    if (method === 'GET') return isChanged ? answers.read : null;
    isChanged = true;
    return answers.change;
  };
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const assign = (accountId: string, given: Card, expectedHolder: string | null = null) =>
  assignCard(context(), { accountId, card: given, expectedHolder });
const loseAnswers = () => {
  here.platform.dialect = (reply, { method }) => (method === 'GET' ? reply : { status: 502 });
};
const heldBy = (accountId: string) => (fake.ours.get(accountId) ?? []).map(({ rfid }) => rfid);
const directory = async () => {
  const rows = await testDesk.desk.db.select().from(cards).where(eq(cards.locationId, here.location.id));
  return rows.map(({ value, accountId }) => `${value} ${accountId}`);
};
const audit = () =>
  testDesk.desk.db
    .select({ action: auditLog.action, accountId: auditLog.accountId, reason: auditLog.reason })
    .from(auditLog)
    .where(eq(auditLog.locationId, here.location.id));
const moves = (reason: string) => [
  { action: 'moveCard', accountId: omar, reason },
  { action: 'receiveCard', accountId: lena, reason },
];

describe('a move whose answer was lost', () => {
  test('is an assigned card where the platform says so, and is in the audit log', async () => {
    loseAnswers();
    expect(await assign(lena, card, omar)).toMatchObject({ kind: 'assigned', movedFrom: { accountId: omar } });
    expect([heldBy(omar), heldBy(lena), await directory()]).toEqual([[], [card.value], [`${card.value} ${lena}`]]);
    expect(await audit()).toEqual(moves('…0x04BC'));
  });

  test('is in the audit log as not confirmed where the holder cannot be asked for, and once only', async () => {
    loseAnswers();
    answers.read = { status: 503 };
    await expect(assign(lena, card, omar)).rejects.toMatchObject({ code: 'platformUnavailable' });
    expect(await audit()).toEqual(moves('…0x04BC (not confirmed)'));
    answers.read = null;
    expect(await assign(lena, card, omar)).toEqual({ kind: 'alreadyTheirs' });
    expect(await audit()).toEqual(moves('…0x04BC (not confirmed)'));
  });

  test('is in the audit log as not confirmed where the other member still has the card: the request may arrive late', async () => {
    answers.change = { status: 502 };
    await expect(assign(lena, card, omar)).rejects.toMatchObject({ code: 'platformUnavailable' });
    expect([heldBy(omar), await directory()]).toEqual([[card.value], []]);
    expect(await audit()).toEqual(moves('…0x04BC (not confirmed)'));
  });

  test('is not in the audit log where the platform refused it', async () => {
    answers.change = refuse('generalConflict');
    await expect(assign(lena, card, omar)).rejects.toMatchObject({ code: 'conflict' });
    expect(await audit()).toEqual([]);
  });

  test('is one of a pass, too', async () => {
    fake.passes.set(`${omar} 17`, 'token-of-omar-eeeeee');
    loseAnswers();
    expect(await assign(lena, pass('token-of-omar-eeeeee', 17), omar)).toMatchObject({ kind: 'assigned' });
    expect(await audit()).toEqual(moves('…eeeeee'));
  });

  test('is not proved by a pass that the member has under another issuer', async () => {
    fake.passes.set(`${lena} 17`, 'token-of-lena-ffffff');
    answers.change = { status: 502 };
    const second = assign(lena, pass('token-of-lena-ffffff', 18));
    await expect(second).rejects.toMatchObject({ code: 'platformUnavailable' });
    expect([await directory(), await audit()]).toEqual([[], []]);
  });

  test('with a replacement is in the audit log as not confirmed where the list cannot be read back', async () => {
    fake.ours.set(lena, [{ rfid: '0x0402' }]);
    loseAnswers();
    answers.read = { status: 503 };
    const lost = { accountId: lena, lost: '0x0402', replacement: card.value, expectedHolder: omar };
    await expect(replaceCard(context(), lost)).rejects.toMatchObject({ code: 'platformUnavailable' });
    expect(await audit()).toEqual([
      { action: 'loseCard', accountId: lena, reason: '…0x0402 → …0x04BC (not confirmed)' },
      ...moves('…0x04BC (not confirmed)'),
    ]);
  });
});
