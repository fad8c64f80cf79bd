import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { readLog } from '#lib/server/audit/read-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { expireRecords } from '#lib/server/retention/expire.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { mostNotes, noteInput, type WrittenNote } from '#lib/wire/notes.ts';
import { forgetMember } from './forget-member.ts';
import { readNotes, writeNote } from './notes.ts';
import { readProfile } from './read-profile.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;
const hour = 3_600_000;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  here.platform.members.push(lena);
  await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: lena.account.accountId });
});

const member = () => ({ locationId: here.location.id, accountId: lena.account.accountId });
const towel: WrittenNote = { text: 'Owes for a towel', level: 'tell', expiresOn: null };
const contract: WrittenNote = { text: 'Bring the contract', level: 'stop', expiresOn: null };
const write = (
  note: WrittenNote | null,
  { noteId = randomUUID() as string, base = null as WrittenNote | null, desk = testDesk.desk } = {},
) => writeNote({ desk, actor: here.actor }, { ...member(), noteId, base, note });
const read = (location = here.location) =>
  readNotes(testDesk.desk.db, { location, accountId: lena.account.accountId, at: testDesk.clock.now });
const scan = (tap = here.tap()) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value: lena.card });
const pressCheckIn = () => checkIn({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), ...member() });

describe('notes', () => {
  test('are added, changed and deleted independently', async () => {
    const by = { isExpired: false, writtenBy: 'Mira Sommer', writtenAt: new Date(testDesk.clock.now).toISOString() };
    const [one, other] = [randomUUID(), randomUUID()];
    await write(towel, { noteId: one });
    const both = await write(contract, { noteId: other });
    const stop = { noteId: other, ...contract, ...by };
    // notes that stop a check-in come first
    expect(both).toEqual({ kind: 'saved', notes: [stop, { noteId: one, ...towel, ...by }] });
    const paid = { ...towel, text: 'Paid', expiresOn: '2026-12-31' };
    expect(await write(paid, { noteId: one, base: towel })).toEqual({
      kind: 'saved',
      notes: [stop, { noteId: one, ...paid, ...by }],
    });
    expect(await write(null, { noteId: one, base: paid })).toEqual({ kind: 'saved', notes: [stop] });
  });

  test('of one location are not shown at another', async () => {
    await write(towel);
    expect(await read((await testDesk.openLocation()).location)).toEqual([]);
  });

  test('are deleted with the member', async () => {
    await write(towel);
    await testDesk.desk.db.transaction((tx) =>
      forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId: lena.account.accountId }),
    );
    expect(await read()).toEqual([]);
    expect(await write(towel)).toEqual({ kind: 'gone' });
  });

  test('are shown until the end of their last day at the location, and kept after it', async () => {
    // 23:30 in Berlin
    testDesk.clock.now = Date.parse('2026-11-21T22:30:00Z');
    await write({ ...towel, expiresOn: '2026-11-21' });
    expect(await scan()).toMatchObject({ kind: 'attention', reasons: [{ code: 'note', text: towel.text }] });
    testDesk.clock.now += hour;
    expect((await scan()).reasons.map(({ code }) => code)).not.toContain('note');
    // the retention job does not delete notes
    const shortest = { keepVisitsMonths: 4, keepAuditLogMonths: 4, keepWebhooksMonths: 4 };
    await testDesk.desk.db.update(locations).set(shortest).where(eq(locations.id, here.location.id));
    testDesk.clock.now += 400 * 24 * hour;
    await expireRecords(testDesk.desk);
    expect(await read()).toMatchObject([{ text: towel.text, isExpired: true }]);
  });

  test('are limited in number', async () => {
    for (let count = 0; count < mostNotes; count += 1) await write({ ...towel, text: `Note ${count}` });
    expect(await write(towel)).toEqual({ kind: 'tooMany' });
    const [first] = await read();
    if (!first) throw new Error('There is no note.');
    const base = { text: first.text, level: first.level, expiresOn: first.expiresOn };
    expect(await write(contract, { noteId: first.noteId, base })).toMatchObject({ kind: 'saved' });
  });

  test('are limited in length', () => {
    const note = { ...member(), noteId: randomUUID(), base: null };
    expect(noteInput.safeParse({ ...note, note: { ...towel, text: 'x'.repeat(280) } }).success).toBe(true);
    expect(noteInput.safeParse({ ...note, note: { ...towel, text: 'x'.repeat(281) } }).success).toBe(false);
    expect(noteInput.safeParse({ ...note, note: { ...towel, text: ' ' } }).success).toBe(false);
  });
});

describe('a note that stops', () => {
  beforeEach(() => write(contract));

  test('is shown before the check-in: the scan records nothing, the press does', async () => {
    const stopped = await scan();
    const reasons = [{ code: 'stopNote', text: contract.text, nextActor: 'reception' }];
    expect(stopped).toMatchObject({ kind: 'attention', reasons, visit: null, offers: ['checkIn'] });
    expect(await here.ledger()).toEqual([]);
    const pressed = await pressCheckIn();
    expect(pressed).toMatchObject({ kind: 'attention', reasons: [{ code: 'note', text: contract.text }] });
    expect(await here.ledger()).toHaveLength(1);
  });

  test('stops the check-in also while the platform is unreachable', async () => {
    here.platform.fault = () => 'reset';
    const chosen = { ...here.tap(), source: 'chosen', value: lena.account.accountId } as const;
    const stopped = await lookUp({ desk: testDesk.desk, actor: here.actor }, chosen);
    expect(stopped).toMatchObject({ kind: 'unconfirmed', visit: null, offers: ['checkIn'] });
    expect(stopped.reasons.map(({ code }) => code)).toContain('stopNote');
    expect(await here.ledger()).toEqual([]);
  });

  test('does not stop a scan that was queued offline, as the member has already entered', async () => {
    const tap = here.tap();
    testDesk.clock.now += 5 * 60_000;
    const late = await scan({ ...tap, sentAt: tap.sentAt + 5 * 60_000 });
    expect(late).toMatchObject({ kind: 'attention', reasons: [{ code: 'note', text: contract.text }] });
    expect(await here.ledger()).toHaveLength(1);
  });

  test('does not stop a member who is present', async () => {
    await pressCheckIn();
    testDesk.clock.now += hour;
    expect((await scan()).reasons.map(({ code }) => code)).toEqual(['note', 'alreadyIn']);
  });

  test('keeps the desk from requesting an admission for a corporate member before the press', async () => {
    const corporate = lena.account.membership;
    if (!corporate) throw new Error('Lena has no membership.');
    corporate.membershipType = 'CORPORATE_FITNESS';
    await readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: lena.account.accountId });
    const admissions = () => here.platform.requests.filter(({ path }) => path.includes('admission')).length;
    await scan();
    expect(admissions()).toBe(0);
    await pressCheckIn();
    expect(admissions()).toBe(1);
  });
});

test('who wrote, changed and removed a note is in the audit log, with its level and without its text', async () => {
  const noteId = randomUUID();
  const told: WrittenNote = { ...contract, level: 'tell' };
  const paid: WrittenNote = { ...told, text: 'Paid' };
  const changes = [
    [null, contract],
    [contract, told],
    [told, paid],
    // the same again, and what is refused, change nothing
    [told, paid],
    [contract, towel],
    [paid, null],
  ] as const;
  for (const [base, note] of changes) {
    testDesk.clock.now += 1_000;
    await write(note, { noteId, base });
  }
  const context = { desk: testDesk.desk, actor: here.actor };
  const { entries } = await readLog(context, {});
  const ofLena = { by: 'Mira Sommer', member: { kind: 'known', accountId: lena.account.accountId } };
  const [stops, tells] = [
    { label: 'noteLevel', text: 'stop' },
    { label: 'noteLevel', text: 'tell' },
  ];
  expect(entries).toMatchObject([
    { ...ofLena, action: 'removeNote', details: [tells] },
    { ...ofLena, action: 'writeNote', details: [tells] },
    { ...ofLena, action: 'writeNote', details: [{ label: 'noteLevelBefore', text: 'stop' }, tells] },
    { ...ofLena, action: 'writeNote', details: [stops] },
  ]);
  await testDesk.desk.db.transaction((tx) => forgetMember(tx, testDesk.desk, member()));
  const forgotten = (await readLog(context, {})).entries.map(({ member, details }) => ({ member, details }));
  expect(forgotten).toEqual(entries.map(() => ({ member: { kind: 'former' }, details: [] })));
});

test('a note changed concurrently is returned and not overwritten', async () => {
  const noteId = randomUUID();
  await write(towel, { noteId });
  const paid = { ...towel, text: 'Paid' };
  await write(paid, { noteId, base: towel });
  expect(await write(contract, { noteId, base: towel })).toMatchObject({ kind: 'changedMeanwhile', note: paid });
  expect(await write(null, { noteId, base: towel })).toMatchObject({ kind: 'changedMeanwhile', note: paid });
  expect(await read()).toMatchObject([paid]);
});

test('a note deleted concurrently is not restored without confirmation', async () => {
  const noteId = randomUUID();
  await write(towel, { noteId });
  await write(null, { noteId, base: towel });
  expect(await write(contract, { noteId, base: towel })).toEqual({ kind: 'changedMeanwhile', note: null });
});

test('of two simultaneous changes one is stored, and the other is a conflict', async () => {
  const noteId = randomUUID();
  await write(towel, { noteId });
  const change = (text: string, desk = testDesk.desk) => write({ ...towel, text }, { noteId, base: towel, desk });
  const outcomes = await Promise.all([change('First'), change('Second', testDesk.another())]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['changedMeanwhile', 'saved']);
});

test('a retry after a lost answer stores the note once', async () => {
  const noteId = randomUUID();
  await write(towel, { noteId });
  expect(await write(towel, { noteId })).toMatchObject({ kind: 'saved' });
  expect(await read()).toHaveLength(1);
});
