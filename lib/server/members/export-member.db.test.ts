import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditApproval } from '#lib/server/arrivals/audit-approval.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { sealPhoto } from '#lib/server/crypto/seal.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import type { FakeMember } from '#lib/testing/fake-platform.ts';
import { inventCanary, knowsNoMember, leaveTraces, tablesWith } from '#lib/testing/member-traces.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { exportMember } from './export-member.ts';
import { forgetMember, pseudonymOf } from './forget-member.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
  testDesk.clock.now += 60_000;
});

const picture = Buffer.from('a picture');

/** Leaves traces of a member, with a picture that can be unsealed. */
async function leaveEverything(canary = inventCanary()) {
  const { desk, clock } = testDesk;
  await leaveTraces(desk, clock, here, canary);
  const member = { locationId: here.location.id, accountId: canary.member.account.accountId };
  const sealedPicture = sealPhoto(desk, { picture, ...member });
  const isOfMember = and(eq(photos.locationId, member.locationId), eq(photos.accountId, member.accountId));
  await desk.db.update(photos).set({ sealedPicture }).where(isOfMember);
  return canary;
}

/** The platform gives a card to another member, who comes with it. */
async function giveCard(card: string, { from, to }: Record<'from' | 'to', FakeMember>): Promise<void> {
  from.rfids = from.rfids?.filter((rfid) => rfid !== card);
  to.rfids = [...(to.rfids ?? []), card];
  await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: card });
}

const exported = (accountId: string) => exportMember(testDesk.desk, { locationId: here.location.id, accountId });

test('contains a row of every table with data about the member, and the unsealed picture', async () => {
  const canary = await leaveEverything();
  const { records, picture: opened } = await exported(canary.member.account.accountId);
  const filled = Object.keys(records).filter((table) => records[table]?.length);
  const holding = await tablesWith(testDesk.desk.db, canary.traces);
  expect(filled).toEqual(expect.arrayContaining(holding));
  expect(filled).toHaveLength(Object.keys(records).length);
  expect(opened).toEqual(picture);
  const written = JSON.stringify(records);
  for (const told of [canary.canary, canary.card, canary.otherCard, String(canary.legacyUserId), 'showed a letter']) {
    expect(written).toContain(told);
  }
  expect(written).not.toContain('sealed');
});

test('contains every row of the member, also unresolved visits of their card and migration rows not sent yet', async () => {
  const canary = await leaveEverything();
  const { records } = await exported(canary.member.account.accountId);
  const { rows } = await testDesk.desk.db.execute<{ visits: number; lists: number }>(
    sql`select (select count(*)::int from visits where location_id = ${here.location.id}) as visits,
               (select count(*)::int from migration_rows where location_id = ${here.location.id}) as lists`,
  );
  expect([records.visits?.length, records.migration_rows?.length]).toEqual([rows[0]?.visits, rows[0]?.lists]);
  expect(records.visits).toContainEqual(expect.objectContaining({ accountId: null, scannedValue: canary.otherCard }));
});

test('contains nothing about another member, nor about the same account at another location', async () => {
  const other = await leaveEverything();
  const canary = await leaveEverything();
  const { accountId } = canary.member.account;
  await giveCard(other.card, { from: other.member, to: canary.member });
  const { records } = await exported(accountId);
  expect(records.cards).toContainEqual(expect.objectContaining({ value: other.card }));
  const written = JSON.stringify(records);
  for (const untold of [other.canary, other.otherCard, String(other.legacyUserId)])
    expect(written).not.toContain(untold);
  here = await testDesk.openLocation();
  await expect(exported(accountId)).rejects.toMatchObject({ code: 'notFound' });
});

/** A task that a colleague created by the member system, and completed at the desk. */
async function leaveTask(task: { name: string; targetId: string; authorId: string; actorId: string }): Promise<string> {
  const { db, newId } = testDesk.desk;
  const [locationId, id, at] = [here.location.id, newId(), new Date(testDesk.clock.now)];
  const { actorId, ...created } = task;
  const row = { locationId, id, ...created, completerId: actorId, isCompleted: true, dueDate: '2026-11-30' };
  await db.insert(tasks).values(row);
  const content = { name: task.name, type: 'GENERAL', dueDate: '2026-11-30' } as const;
  const times = { at, recordedAt: at, nextAttemptAt: at };
  const by = { actorId, staffId: here.actor.staffId, sentBy: here.actor.staffId };
  const change = { locationId, changeId: newId(), taskId: id, ...by, ...times, content };
  await db.insert(taskChanges).values({ ...change, kind: 'create', state: 'sent' });
  return id;
}

test('of tasks about other members, which the member wrote as a colleague, contains only ids and dates', async () => {
  const canary = await leaveEverything();
  const { accountId } = canary.member.account;
  const about = { name: 'About the knee of another', targetId: 'other-member' };
  const id = await leaveTask({ ...about, authorId: accountId, actorId: accountId });
  const { records } = await exported(accountId);
  expect(records.tasks).toContainEqual({ id, dueDate: '2026-11-30', completedAt: null });
  const written = JSON.stringify(records);
  for (const untold of ['knee', 'other-member']) expect(written).not.toContain(untold);
});

test('does not contain who of the staff did what, nor from where', async () => {
  const canary = await leaveEverything();
  const { accountId } = canary.member.account;
  const { desk } = testDesk;
  const [locationId, staffId, at] = [here.location.id, here.actor.staffId, new Date(testDesk.clock.now)];
  // in already: the answer has what the tap would have recorded, and who was at the screen
  await lookUp({ desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: canary.card });
  await leaveTask({ name: 'Call', targetId: accountId, authorId: 'account-of-trainer', actorId: 'account-of-boss' });
  const entry = { locationId, at, staffId, accountId };
  await desk.db.insert(auditLog).values([
    { ...entry, id: desk.newId(), action: 'exportMember', clientAddress: '192.0.2.77' },
    { ...entry, id: desk.newId(), action: 'linkAccount', reason: staffId },
  ]);
  const recordedBy = desk.newId();
  const approved = { ...here.actor, staffId: recordedBy, approval: { by: staffId, reason: 'showed the letter' } };
  const tapId = desk.newId();
  await auditApproval(desk.db, desk, { actor: approved, accountId, tapId, cause: 'refused' });
  const { records } = await exported(accountId);
  expect(records.audit_log).toContainEqual(expect.objectContaining({ tapId, reason: 'showed the letter' }));
  const setAside = expect.objectContaining({ how: 'card' });
  expect(records.taps).toContainEqual(expect.objectContaining({ answer: expect.objectContaining({ setAside }) }));
  expect(records.tasks).toContainEqual(expect.objectContaining({ name: 'Call', targetId: accountId }));
  const written = JSON.stringify(records);
  const untold = [staffId, recordedBy, 'account-of', '192.0.2.77', 'igest', 'leaseId'];
  for (const text of untold) expect(written).not.toContain(text);
});

test('contains what staff typed about a visit of the member before it was known whose it is, and nothing typed about another', async () => {
  const canary = await leaveEverything();
  const { accountId } = canary.member.account;
  const { db, ...desk } = testDesk.desk;
  const isUnresolved = and(eq(visits.locationId, here.location.id), isNull(visits.accountId));
  const [visit] = await db.select({ tapId: visits.tapId }).from(visits).where(isUnresolved);
  if (!visit) throw new Error('The canary has left no unresolved visit.');
  const entry = { locationId: here.location.id, staffId: here.actor.staffId, action: 'settleVisit' } as const;
  await writeAudit(db, desk, { ...entry, tapId: visit.tapId, reason: 'The old card.' });
  await writeAudit(db, desk, { ...entry, tapId: visit.tapId, accountId: 'another', reason: 'The card of another.' });
  await writeAudit(db, desk, { ...entry, tapId: desk.newId(), reason: 'A card of nobody.' });
  const { records } = await exported(accountId);
  const reasons = records.audit_log?.map(({ reason }) => reason);
  expect(reasons).toHaveLength(2);
  expect(reasons).toContain('The old card.');
});

test('of a forgotten member contains the audit log under their pseudonym, and nothing else', async () => {
  const canary = await leaveEverything();
  const { accountId } = canary.member.account;
  const { desk } = testDesk;
  await desk.db.transaction((tx) => forgetMember(tx, desk, { locationId: here.location.id, accountId }));
  const { records, picture: opened } = await exported(accountId);
  const { audit_log: audited, ...others } = records;
  expect(audited).toMatchObject([{ action: 'admitAnyway', accountId: pseudonymOf(accountId, desk.secret) }]);
  expect([Object.values(others).flat(), opened]).toEqual([[], null]);
});

test('every table is exported, or listed as having no data about members', async () => {
  const canary = await leaveEverything();
  const { records } = await exported(canary.member.account.accountId);
  const { rows } = await testDesk.desk.db.execute<{ table: string }>(
    sql`select table_name as table from information_schema.tables where table_schema = 'public'`,
  );
  const tables = rows.map(({ table }) => table);
  expect([...Object.keys(records), ...knowsNoMember].toSorted()).toEqual(tables.toSorted());
});
