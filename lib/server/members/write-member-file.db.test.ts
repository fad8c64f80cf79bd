import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { inventCanary, leaveTraces, tablesWith } from '#lib/testing/member-traces.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { forgetMember, pseudonymOf } from './forget-member.ts';
import { writeMemberFile } from './write-member-file.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
  testDesk.clock.now += 60_000;
});

const write = (accountId: string, place = here) =>
  writeMemberFile({ desk: testDesk.desk, actor: place.actor }, { accountId });
const logged = () => {
  const isHere = and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, 'exportMember'));
  return testDesk.desk.db.select().from(auditLog).where(isHere);
};

test('a member’s file has everything stored about them, says what is not in it, and is in the log', async () => {
  const canary = inventCanary();
  const { accountId } = canary.member.account;
  await leaveTraces(testDesk.desk, testDesk.clock, here, canary);
  const file: unknown = JSON.parse(await write(accountId));
  expect(file).toMatchObject({
    gym: here.location.name,
    accountId,
    notIncluded: expect.stringContaining('payments'),
    records: { members: [{ accountId }], visits: expect.any(Array), member_notes: expect.any(Array) },
  });
  expect(JSON.stringify(file)).toContain(canary.card);
  expect(await logged()).toMatchObject([{ accountId, staffId: here.actor.staffId }]);
});

test('the member of another gym, and somebody unknown, have no file, and nothing is logged', async () => {
  const there = await testDesk.openLocation();
  const canary = inventCanary();
  await leaveTraces(testDesk.desk, testDesk.clock, there, canary);
  for (const accountId of [canary.member.account.accountId, 'nobody']) {
    await expect(write(accountId)).rejects.toMatchObject({ code: 'notFound' });
  }
  expect(await logged()).toEqual([]);
});

test('a file that does not have everything says of which kinds more is stored, and who writes the rest', async () => {
  const canary = inventCanary();
  const { accountId } = canary.member.account;
  await leaveTraces(testDesk.desk, testDesk.clock, here, canary);
  const notes = Array.from({ length: 3 }, (_, number) => ({
    locationId: here.location.id,
    accountId,
    text: `Note ${number}`,
    writtenAt: new Date(testDesk.clock.now),
    staffId: here.actor.staffId,
  }));
  await testDesk.desk.db.insert(memberNotes).values(notes);
  const context = { desk: testDesk.desk, actor: here.actor };
  const whole: unknown = JSON.parse(await writeMemberFile(context, { accountId }));
  expect(whole).not.toHaveProperty('incomplete');
  const cut: unknown = JSON.parse(await writeMemberFile(context, { accountId, mostRows: 2 }));
  expect(cut).toMatchObject({
    incomplete: { kinds: expect.arrayContaining(['member_notes']), why: expect.stringContaining('export-member') },
  });
  expect(cut).toHaveProperty('records.member_notes.length', 2);
});

test('the log has the file also where reading it fails', async () => {
  const canary = inventCanary();
  const { accountId } = canary.member.account;
  await leaveTraces(testDesk.desk, testDesk.clock, here, canary);
  const desk = { ...testDesk.desk };
  let transactions = 0;
  desk.db = new Proxy(desk.db, {
    get(db, name) {
      if (name === 'transaction' && ++transactions > 1) throw new Error('The connection was lost.');
      return Reflect.get(db, name, db);
    },
  });
  await expect(writeMemberFile({ desk, actor: here.actor }, { accountId })).rejects.toThrow('connection was lost');
  expect(await logged()).toMatchObject([{ accountId }]);
});

test('the file of somebody who has been forgotten is in the log under their pseudonym', async () => {
  const canary = inventCanary();
  const { accountId } = canary.member.account;
  const { desk } = testDesk;
  await leaveTraces(desk, testDesk.clock, here, canary);
  await desk.db.transaction((tx) => forgetMember(tx, desk, { locationId: here.location.id, accountId }));
  expect(await write(accountId)).toContain('admitAnyway');
  expect(await logged()).toMatchObject([{ accountId: pseudonymOf(accountId, desk.secret) }]);
  expect(await tablesWith(desk.db, canary.traces)).toEqual([]);
});

test('so many files within an hour that they are a copy of the directory are refused', async () => {
  const canary = inventCanary();
  const { accountId } = canary.member.account;
  await leaveTraces(testDesk.desk, testDesk.clock, here, canary);
  for (let file = 0; file < 28; file += 1) await write(accountId);
  const atOnce = await Promise.allSettled(Array.from({ length: 5 }, () => write(accountId)));
  expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(write(accountId)).rejects.toMatchObject({ code: 'conflict' });
  testDesk.clock.now += 61 * 60_000;
  await expect(write(accountId)).resolves.toContain(accountId);
});
