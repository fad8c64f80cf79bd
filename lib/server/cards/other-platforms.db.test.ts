import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards } from '#lib/server/db/schema/directory.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import { type FakeCards, giveCardsTo } from '#lib/testing/fake-cards.ts';
import { type Answer, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { assignCard } from './assign-card.ts';
import { readCards, readPasses } from './read-cards.ts';
import { removePass } from './remove-pass.ts';
import { replaceCard } from './replace-card.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let fake: FakeCards;
let lena: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  fake = giveCardsTo(here.platform);
  const { account } = inventMember();
  here.platform.members.push({ account });
  lena = account.accountId;
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(account),
    askedAt: new Date(testDesk.clock.now),
  });
});

/** A platform that stores card numbers in lower case, and answers 200 where ours answers 204. */
const otherDialect = (reply: Answer): Answer => ({
  ...reply,
  status: reply.status === 204 ? 200 : reply.status,
  body: reply.body && JSON.parse(JSON.stringify(reply.body).replace(/0x[0-9A-F]+/g, (rfid) => rfid.toLowerCase())),
});
const isList = ({ method, path }: { method: string; path: string }) => method === 'GET' && path.endsWith('/rfids');

const replace = (lost: string, replacement: string | null) =>
  replaceCard({ desk: testDesk.desk, actor: here.actor }, { accountId: lena, lost, replacement, expectedHolder: null });
const held = () => (fake.ours.get(lena) ?? []).map(({ rfid }) => rfid);
const directory = async () =>
  (await testDesk.desk.db.select().from(cards).where(eq(cards.locationId, here.location.id))).map(({ value }) => value);
const audit = async () =>
  (
    await testDesk.desk.db
      .select({ reason: auditLog.reason })
      .from(auditLog)
      .where(and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, 'loseCard')))
  ).map(({ reason }) => reason);

test.each([
  ['', true],
  [', and says nothing of the limit', false],
])(
  'a lost card is taken where the platform answers card numbers in lower case, and 200 for 204%s',
  async (_, tells) => {
    here.platform.tellsLimit = tells;
    fake.ours.set(lena, [{ rfid: '0x04AB' }, { rfid: '0x04CD' }]);
    here.platform.dialect = otherDialect;
    expect(await replace('0x04AB', '0x04EF')).toEqual({
      kind: 'replaced',
      movedFrom: null,
      isStillKnown: false,
      otherForms: [],
    });
    expect(held()).toEqual(['0x04CD', '0x04EF']);
    expect(await readCards({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).toMatchObject({
      cards: [
        { rfid: '0x04CD', isFromMachine: false },
        { rfid: '0x04EF', isFromMachine: false },
      ],
    });
  },
);

test('a lost card that a machine also manages is reported as still valid, in lower or upper case', async () => {
  fake.ours.set(lena, [{ rfid: '0x04AB' }]);
  fake.machines.set(lena, [{ rfid: '0x04AB' }]);
  here.platform.dialect = otherDialect;
  expect(await replace('0x04AB', null)).toMatchObject({ kind: 'replaced', isStillKnown: true });
});

describe('the answer to a replacement is verified by reading the list', () => {
  test('a lost card that is still listed is not reported as removed', async () => {
    fake.ours.set(lena, [{ rfid: '0x04AB' }]);
    fake.fault = ({ method }) => (method === 'PUT' ? { status: 204 } : null);
    expect(await replace('0x04AB', '0x04EF')).toEqual({
      kind: 'listDiffers',
      isStillListed: true,
      missing: ['0x04EF'],
    });
    expect([await directory(), await audit()]).toEqual([[], ['…0x04AB → …0x04EF (not confirmed)']]);
  });

  test('the replacement is not confirmed where the list cannot be read back', async () => {
    fake.ours.set(lena, [{ rfid: '0x04AB' }]);
    let isReplaced = false;
    fake.fault = (request) => {
      if (request.method === 'PUT') isReplaced = true;
      return isReplaced && isList(request) ? { status: 503 } : null;
    };
    expect(await replace('0x04AB', '0x04EF')).toEqual({ kind: 'notConfirmed' });
    expect(await directory()).toEqual([]);
  });

  test('a replacement whose answer was lost succeeds where the list shows it', async () => {
    fake.ours.set(lena, [{ rfid: '0x04AB' }]);
    here.platform.dialect = (reply, { method }) => (method === 'PUT' ? { status: 502 } : reply);
    expect(await replace('0x04AB', null)).toMatchObject({ kind: 'replaced' });
    expect(held()).toEqual([]);
  });

  test('and fails where the list does not show it', async () => {
    fake.ours.set(lena, [{ rfid: '0x04AB' }]);
    fake.fault = ({ method }) => (method === 'PUT' ? { status: 502 } : null);
    await expect(replace('0x04AB', null)).rejects.toMatchObject({ code: 'platformUnavailable' });
    expect(held()).toEqual(['0x04AB']);
  });
});

describe('a card of a format that the interface does not name', () => {
  beforeEach(() => {
    fake.ours.set(lena, [
      { rfid: '0x04AB', tagFormat: 'MIFARE' },
      { rfid: '0x04CD', tagFormat: 'DESFIRE' },
    ]);
  });
  const listed = () => fake.ours.get(lena);
  const writes = () =>
    here.platform.requests.flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path.split('/')[5]}`]));

  test('keeps it when another card of the member is replaced', async () => {
    expect(await replace('0x04AB', '0x04EF')).toEqual({
      kind: 'replaced',
      movedFrom: null,
      isStillKnown: false,
      otherForms: [],
    });
    expect(listed()).toEqual([{ rfid: '0x04CD', tagFormat: 'DESFIRE' }, { rfid: '0x04EF' }]);
    expect(writes()).toEqual(['DELETE rfids', 'POST rfids']);
    expect(await audit()).toEqual(['…0x04AB → …0x04EF']);
  });

  test('keeps it where the other card is lost without a replacement, or replaced by the card itself', async () => {
    expect(await replace('0x04AB', '0x04CD')).toMatchObject({ kind: 'replaced' });
    expect(listed()).toEqual([{ rfid: '0x04CD', tagFormat: 'DESFIRE' }]);
    expect(await replace('0x04AB', null)).toMatchObject({ kind: 'replaced' });
    expect(listed()).toEqual([{ rfid: '0x04CD', tagFormat: 'DESFIRE' }]);
    expect(writes()).toEqual(['DELETE rfids']);
  });

  test('keeps it where the other card is lost that the list has in two forms', async () => {
    fake.ours.get(lena)?.push({ rfid: '0x0004AB' });
    expect(await replace('0x04AB', '0x04EF')).toMatchObject({ kind: 'replaced', otherForms: ['0x0004AB'] });
    expect(listed()).toEqual([{ rfid: '0x04CD', tagFormat: 'DESFIRE' }, { rfid: '0x04EF' }]);
    expect(writes()).toEqual(['DELETE rfids', 'DELETE rfids', 'POST rfids']);
  });

  test('no new card is given where one form of the lost one cannot be removed, and it is reported as still listed', async () => {
    fake.ours.get(lena)?.push({ rfid: '0x0004AB' });
    fake.fault = ({ method, path }) => (method === 'DELETE' && path.includes('0x0004AB') ? { status: 403 } : null);
    expect(await replace('0x04AB', '0x04EF')).toEqual({
      kind: 'listDiffers',
      isStillListed: true,
      missing: ['0x04EF'],
    });
    expect(held()).toEqual(['0x04CD', '0x0004AB']);
    expect(await audit()).toEqual(['…0x04AB → …0x04EF (not confirmed)']);
  });

  test('is replaced itself in one step', async () => {
    expect(await replace('0x04CD', '0x04EF')).toMatchObject({ kind: 'replaced' });
    expect(listed()).toEqual([{ rfid: '0x04AB', tagFormat: 'MIFARE' }, { rfid: '0x04EF' }]);
    expect(writes()).toEqual(['PUT rfids']);
  });

  test('the lost card is gone although the new one is refused, and the outcome says that it is missing', async () => {
    fake.fault = ({ method }) => (method === 'POST' ? refuse('forbiddenAction') : null);
    expect(await replace('0x04AB', '0x04EF')).toEqual({
      kind: 'listDiffers',
      isStillListed: false,
      missing: ['0x04EF'],
    });
    expect(listed()).toEqual([{ rfid: '0x04CD', tagFormat: 'DESFIRE' }]);
    expect([await directory(), await audit()]).toEqual([[], ['…0x04AB → …0x04EF (not confirmed)']]);
  });

  test.each([
    ['the list that is read back lacks it', false, { kind: 'listDiffers' }],
    ['the list cannot be read back', true, { kind: 'notConfirmed' }],
  ])('nor is the new one recorded as moved from its holder where %s', async (_, isUnread, outcome) => {
    const omar = inventMember().account;
    here.platform.members.push({ account: omar });
    fake.ours.set(omar.accountId, [{ rfid: '0x04EF' }]);
    let isRefused = false;
    fake.fault = ({ method }) => {
      if (isRefused && isUnread && method === 'GET') return { status: 503 };
      if (method !== 'POST') return null;
      isRefused = true;
      return refuse('generalConflict');
    };
    const replacement = { accountId: lena, lost: '0x04AB', replacement: '0x04EF', expectedHolder: omar.accountId };
    expect(await replaceCard({ desk: testDesk.desk, actor: here.actor }, replacement)).toMatchObject(outcome);
    const rows = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
    expect(rows.map(({ action }) => action)).toEqual(['loseCard']);
  });

  test.each([
    [
      'is recorded as not confirmed where its answer is lost and the list cannot be read back',
      true,
      '…0x04EF (not confirmed)',
    ],
    ['is confirmed where its answer is lost and the list shows it', false, '…0x04EF'],
  ])('a move to the new card %s', async (_, isUnread, reason) => {
    const omar = inventMember().account;
    here.platform.members.push({ account: omar });
    fake.ours.set(omar.accountId, [{ rfid: '0x04EF' }]);
    let isGiven = false;
    fake.fault = ({ method }) => {
      isGiven ||= method === 'POST';
      return isGiven && isUnread && method === 'GET' ? { status: 503 } : null;
    };
    here.platform.dialect = (reply, { method }) => (method === 'POST' ? { status: 502 } : reply);
    const replacement = { accountId: lena, lost: '0x04AB', replacement: '0x04EF', expectedHolder: omar.accountId };
    await replaceCard({ desk: testDesk.desk, actor: here.actor }, replacement);
    const rows = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
    const moves = rows.filter(({ action }) => action !== 'loseCard');
    expect(moves.map((row) => [row.action, row.reason])).toEqual([
      ['moveCard', reason],
      ['receiveCard', reason],
    ]);
  });

  test('a lost card that cannot be removed is an error, and no new one is given', async () => {
    fake.fault = ({ method }) => (method === 'DELETE' ? { status: 502 } : null);
    await expect(replace('0x04AB', '0x04EF')).rejects.toMatchObject({ code: 'platformUnavailable' });
    expect(held()).toEqual(['0x04AB', '0x04CD']);
  });
});

describe('a card that the platform has in lower case, and compares exactly', () => {
  let omar: string;
  beforeEach(() => {
    const { account } = inventMember();
    here.platform.members.push({ account });
    omar = account.accountId;
    fake.ours.set(omar, [{ rfid: '0x04ef' }]);
  });
  const heldByBoth = () => [omar, lena].map((accountId) => (fake.ours.get(accountId) ?? []).map(({ rfid }) => rfid));
  const context = () => ({ desk: testDesk.desk, actor: here.actor });
  const assign = (expectedHolder: string | null) =>
    assignCard(context(), {
      accountId: lena,
      card: { kind: 'rfid', value: '0x04EF', tagFormat: null },
      expectedHolder,
    });
  const replaceBy = (expectedHolder: string) =>
    replaceCard(context(), { accountId: lena, lost: '0x04AB', replacement: '0x04EF', expectedHolder });
  const holder = () => findMember(context(), { lookupKey: { kind: 'rfid', value: '0x04EF' }, urgency: 'interactive' });
  test('is not given to another member without a question, and is theirs from then on, also by a scan', async () => {
    expect(await assign(null)).toMatchObject({ kind: 'heldByAnother', holder: { accountId: omar } });
    expect(await assign(omar)).toMatchObject({ kind: 'assigned', movedFrom: { accountId: omar } });
    expect(heldByBoth()).toEqual([['0x04ef'], ['0x04EF']]);
    expect(await holder()).toMatchObject({ kind: 'member', member: { accountId: lena } });
  });

  test('is not given to another member without a question where scans find only those in upper case', async () => {
    fake.ours.set(lena, [{ rfid: '0x04CD' }]);
    const find = (value: string) =>
      findMember(context(), { lookupKey: { kind: 'rfid', value }, urgency: 'background' });
    expect(await find('0x04CD')).toMatchObject({ kind: 'member' });
    for (let scans = 0; scans < 20; scans++) expect(await find(`0x0A${10 + scans}`)).toMatchObject({ kind: 'unknown' });
    expect(await find('0x04EF')).toMatchObject({ kind: 'unknown' });
    expect(await assign(null)).toMatchObject({ kind: 'heldByAnother', holder: { accountId: omar } });
  });

  test('goes to the member where it replaces a lost one, which the list has in lower case as well', async () => {
    fake.ours.set(lena, [{ rfid: '0x04ab' }]);
    expect(await replaceBy(omar)).toMatchObject({ kind: 'replaced', movedFrom: expect.any(String) });
    expect(heldByBoth()).toEqual([['0x04ef'], ['0x04EF']]);
    expect(await holder()).toMatchObject({ kind: 'member', member: { accountId: lena } });
  });

  test('of a former member is free, and its new holder’s by the next scan', async () => {
    const former = inventMember().account;
    here.platform.members.push({ account: { ...former, membership: { membershipType: 'PREMIUM' } } });
    fake.ours.set(omar, []);
    fake.ours.set(former.accountId, [{ rfid: '0x04ef' }]);
    expect(await assign(null)).toMatchObject({ kind: 'assigned', movedFrom: null });
    expect(await holder()).toMatchObject({ kind: 'member', member: { accountId: lena } });
  });

  test('is removed singly, beside one of a format that the interface does not name', async () => {
    fake.ours.set(lena, [{ rfid: '0x04ab' }, { rfid: '0x04cd', tagFormat: 'DESFIRE' }]);
    expect(await replace('0x04AB', null)).toMatchObject({ kind: 'replaced' });
    expect(fake.ours.get(lena)).toEqual([{ rfid: '0x04cd', tagFormat: 'DESFIRE' }]);
  });
});

test('a card of a former member is free, although the member system still answers what is left of the membership', async () => {
  const omar = inventMember().account;
  here.platform.members.push({ account: { ...omar, membership: { membershipType: 'PREMIUM' } } });
  fake.ours.set(omar.accountId, [{ rfid: '0x04EF' }]);
  const card = { kind: 'rfid', value: '0x04EF', tagFormat: null } as const;
  const given = assignCard({ desk: testDesk.desk, actor: here.actor }, { accountId: lena, card, expectedHolder: null });
  expect(await given).toEqual({ kind: 'assigned', movedFrom: null });
});

test('an unreadable card is counted, and a replacement does not remove it', async () => {
  fake.ours.set(lena, [{ rfid: '0x04AB' }]);
  here.platform.dialect = (reply, request) =>
    isList(request) ? { ...reply, body: [...(reply.body as []), {}] } : reply; // safe because: a list of cards is an array
  expect(await readCards({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).toMatchObject({
    cards: [{ rfid: '0x04AB' }],
    unreadable: 1,
  });
  expect(await replace('0x04AB', null)).toEqual({ kind: 'cardsUnreadable', count: 1 });
  expect(held()).toEqual(['0x04AB']);
});

test('a member without a pass has none where the platform does not name what it does not know', async () => {
  const context = { desk: testDesk.desk, actor: here.actor };
  const issuer = { wallet: 'google', collectorId: 17 } as const;
  const pass = { kind: 'nfc', value: 'token-of-lena', issuer } as const;
  await assignCard(context, { accountId: lena, card: pass, expectedHolder: null });
  fake.passes.clear();
  here.platform.dialect = (reply) =>
    reply.status === 404 ? { ...reply, body: { errorCode: 'notFound', requestId: 'request-1' } } : reply;
  expect(await readPasses(context, { accountId: lena })).toMatchObject({ passes: [], issuers: [issuer] });
  expect(await removePass(context, { accountId: lena, issuer })).toEqual({ kind: 'alreadyRemoved' });
  expect(await directory()).toEqual([]);
});

test('a new card without a known format is sent without the field, as the schema allows no null', async () => {
  await assignCard(
    { desk: testDesk.desk, actor: here.actor },
    {
      accountId: lena,
      card: { kind: 'rfid', value: '0x04EF', tagFormat: null },
      expectedHolder: null,
    },
  );
  expect(here.platform.requests.at(-1)).toMatchObject({ method: 'POST', body: { rfid: '0x04EF' } });
  expect(here.platform.requests.at(-1)?.body).not.toHaveProperty('tagFormat');
});

test('a change forbidden for one member is not reported as a rejected key', async () => {
  fake.fault = ({ method }) => (method === 'POST' ? refuse('forbiddenAction') : null);
  const card = { kind: 'rfid', value: '0x04EF', tagFormat: null } as const;
  const given = assignCard({ desk: testDesk.desk, actor: here.actor }, { accountId: lena, card, expectedHolder: null });
  await expect(given).rejects.toMatchObject({ code: 'platformForbids' });
});
