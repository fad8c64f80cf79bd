import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { sendVisit } from '#lib/server/visit-sending/send-visit.ts';
import { listVisitsOfDay } from '#lib/server/visits/list-day.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { OutboxRow } from '#lib/wire/outbox.ts';
import { until } from '#shared/testing/until.ts';
import { readOutbox } from './read-outbox.ts';
import { dismissUnsent, retryUnsent } from './settle-unsent.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let manager: StaffContext;
const reason = 'Recorded by hand at the platform.';

beforeEach(async () => {
  here = await testDesk.openLocation();
  manager = await contextOf(testDesk.desk, here.actor.staffId);
});

const read = async (after?: string) => readOutbox({ desk: testDesk.desk, actor: here.actor }, { after });
const rows = async () => (await read()).rows;
const scan = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
const audit = () => testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
const visitOf = ({ tapId }: Visit) => ({ ledger: 'visits', id: tapId }) as const;

/** Writes visits directly, one second apart. */
async function write(count: number, fields: Partial<typeof visits.$inferInsert> = {}): Promise<void> {
  await testDesk.desk.db.insert(visits).values(
    Array.from({ length: count }, () => {
      testDesk.clock.now += 1_000;
      const at = new Date(testDesk.clock.now);
      const times = { tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at };
      const who = { locationId: here.location.id, tapId: randomUUID(), accountId: 'a-1' };
      return { ...who, ...times, kind: 'checkIn' as const, state: 'refused' as const, ...fields };
    }),
  );
}

/** A scan of a card that the platform does not know, made while it was unavailable. */
async function scanUnknown(value = '0x04A2DDDD'): Promise<Visit> {
  await here.platform.stop();
  await scan(value);
  await here.platform.start();
  await here.pass(10_000);
  const [visit] = await here.ledger();
  if (!visit) throw new Error('Nothing was recorded.');
  return visit;
}

describe('the outbox', () => {
  test('has what waits and what was refused, with member and reason, and nothing that is on its way in time', async () => {
    const jan = inventMember();
    here.platform.members.push(jan);
    await scanUnknown();
    await scan(jan.card);
    expect(await rows()).toMatchObject([
      {
        state: 'unresolved',
        why: 'cardUnknown',
        scanned: { kind: 'rfid', value: '0x04A2DDDD' },
        member: null,
        nextAt: null,
      },
    ]);
    await here.platform.stop();
    await here.pass(10_000);
    expect(await rows()).toMatchObject([
      { state: 'unresolved' },
      {
        state: 'waiting',
        change: 'checkIn',
        why: 'unreachable',
        by: 'Mira Sommer',
        nextAt: expect.any(String),
        member: { accountId: jan.account.accountId },
      },
    ]);
  });

  test('has every row on exactly one page, also while rows are added', async () => {
    await write(120);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await read(after);
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next ?? undefined;
      if (seen.length < 110) await write(1);
    } while (after !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(122);
  });

  test('is that of one gym, and for its managers only', async () => {
    const visit = await scanUnknown();
    const there = await testDesk.openLocation();
    expect((await readOutbox({ desk: testDesk.desk, actor: there.actor }, {})).rows).toEqual([]);
    const stranger = await contextOf(testDesk.desk, there.actor.staffId);
    expect(await retryUnsent(stranger, visitOf(visit))).toEqual({ kind: 'gone' });
    expect(await dismissUnsent(stranger, { ...visitOf(visit), reason })).toEqual({ kind: 'gone' });
    expect(await here.ledger()).toEqual([visit]);
    const reception = { ...manager, staff: { ...manager.staff, role: 'reception' as const } };
    expect(() => authorise(reception, 'manageLocation')).toThrow();
  });
});

describe('a message', () => {
  const messageId = randomUUID();
  const which = { ledger: 'messages', id: messageId } as const;
  const message = async () => {
    const [row] = await testDesk.desk.db.select().from(memberMessages).where(eq(memberMessages.messageId, messageId));
    return row;
  };
  let lena: ReturnType<typeof inventMember>;
  beforeEach(async () => {
    await testDesk.desk.db.delete(memberMessages);
    lena = inventMember();
    const at = new Date(testDesk.clock.now);
    const locationId = here.location.id;
    await upsertMember(testDesk.desk.db, { locationId, member: memberOf(lena.account), askedAt: at });
    await testDesk.desk.db.insert(memberMessages).values({
      locationId,
      messageId,
      accountId: lena.account.accountId,
      text: 'Hello',
      staffId: here.actor.staffId,
      state: 'held',
      pressedAt: at,
      nextAttemptAt: at,
    });
  });

  test('is in it while it waits, without its text', async () => {
    const setConnection = (connection: 'unreachable' | 'reachable') =>
      testDesk.desk.db
        .update(platformStatus)
        .set({ connection })
        .where(eq(platformStatus.locationId, here.location.id));
    await setConnection('unreachable');
    await here.pass(0);
    await setConnection('reachable');
    const found = await rows();
    expect(found).toMatchObject([
      {
        ledger: 'messages',
        change: 'message',
        state: 'waiting',
        why: 'unreachable',
        by: 'Mira Sommer',
        member: { accountId: lena.account.accountId },
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('Hello');
    here.platform.members.push(lena);
    expect(await retryUnsent(manager, which)).toEqual({ kind: 'done' });
    await here.pass(0);
    expect(lena.messages).toHaveLength(1);
    expect(await retryUnsent(manager, which)).toEqual({ kind: 'sent' });
  });

  test('that was refused is tried again, or dismissed with a reason and without its text', async () => {
    await here.pass(0);
    expect(await rows()).toMatchObject([{ state: 'refused', why: 'missing' }]);
    expect(await retryUnsent(manager, which)).toEqual({ kind: 'done' });
    await here.pass(0);
    expect(await rows()).toMatchObject([{ state: 'refused' }]);
    expect(await dismissUnsent(manager, { ...which, reason })).toEqual({ kind: 'done' });
    expect(await rows()).toEqual([]);
    expect(await message()).toMatchObject({ state: 'dismissed', text: null });
    expect(await dismissUnsent(manager, { ...which, reason })).toEqual({ kind: 'dismissed' });
    expect(await audit()).toMatchObject([
      { action: 'retryMessage', cause: 'refused missing' },
      { action: 'settleMessage', cause: 'refused missing', reason },
    ]);
  });

  test('that waits may be dismissed, and is not sent then', async () => {
    await testDesk.desk.db.update(memberMessages).set({ state: 'waiting' });
    expect(await dismissUnsent(manager, { ...which, reason })).toEqual({ kind: 'done' });
    expect(await message()).toMatchObject({ state: 'dismissed', text: null });
    here.platform.members.push(lena);
    await here.pass(0);
    expect(lena.messages).toBeUndefined();
  });

  test('that may have arrived before its process died is not dismissed: it is said, and it is not sent again', async () => {
    await testDesk.desk.db.update(memberMessages).set({ state: 'waiting', postedAt: new Date(testDesk.clock.now) });
    const heard: unknown[] = [];
    const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
    onTestFinished(live.stop);
    onTestFinished(live.subscribe(here.location.id, (event) => heard.push(event)));
    expect(await dismissUnsent(manager, { ...which, reason })).toEqual({ kind: 'unsure' });
    expect(await message()).toMatchObject({ state: 'unsure', text: null });
    expect(await audit()).toEqual([]);
    await until(() => expect(heard, 'open pages count it').toContain('status'));
  });

  test('that was refused because it waited for a day is sent when it is tried again', async () => {
    here.platform.members.push(lena);
    testDesk.clock.now += 86_400_000;
    await here.pass(0);
    expect(await rows()).toMatchObject([{ state: 'refused', why: 'tooLate' }]);
    expect(await retryUnsent(manager, which)).toEqual({ kind: 'done' });
    await here.pass(0);
    expect(lena.messages).toHaveLength(1);
  });

  test('that may have arrived is not sent again, and is counted', async () => {
    await testDesk.desk.db.update(memberMessages).set({ state: 'unsure', postedAt: new Date(testDesk.clock.now) });
    expect(await read()).toEqual({ rows: [], next: null, unsure: 1 });
    expect(await retryUnsent(manager, which)).toEqual({ kind: 'unsure' });
    expect(await dismissUnsent(manager, { ...which, reason })).toEqual({ kind: 'unsure' });
  });
});

describe('a retry', () => {
  test('sends the visit of a card that belongs to a member by now, once, and is in the audit log', async () => {
    const lena = inventMember();
    const visit = await scanUnknown(lena.card);
    here.platform.members.push(lena);
    expect(await retryUnsent(manager, visitOf(visit))).toEqual({ kind: 'done' });
    expect(await retryUnsent(manager, visitOf(visit))).toEqual({ kind: 'done' });
    const key = { locationId: here.location.id, tapId: visit.tapId };
    await Promise.all([testDesk.desk, testDesk.another(), testDesk.desk].map((desk) => sendVisit(desk, { key })));
    expect(await here.ledger()).toMatchObject([{ state: 'sent', attempts: visit.attempts + 1 }]);
    expect(await retryUnsent(manager, visitOf(visit))).toEqual({ kind: 'sent' });
    expect(await rows()).toEqual([]);
    expect(await audit()).toMatchObject([
      { action: 'retryVisit', staffId: manager.staff.id, tapId: visit.tapId, cause: 'unresolved cardUnknown' },
    ]);
  });

  test('makes a waiting visit due now, and leaves one alone that is being sent', async () => {
    const now = new Date(testDesk.clock.now);
    await write(1, { state: 'waiting', nextAttemptAt: new Date(now.getTime() + 600_000) });
    const [waiting] = await here.ledger();
    if (!waiting) throw new Error('Nothing was recorded.');
    expect(await retryUnsent(manager, visitOf(waiting))).toEqual({ kind: 'done' });
    expect(await here.ledger()).toMatchObject([{ state: 'waiting', nextAttemptAt: new Date(testDesk.clock.now) }]);
    // its answer was lost: a platform with webhooks has ten seconds to report it
    await testDesk.desk.db.insert(webhookRegistrations).values({
      locationId: here.location.id,
      hookId: randomUUID(),
      sealedSecret: '',
      state: 'registered',
      nextAttemptAt: now,
    });
    const lost = { lastError: 'slow', nextAttemptAt: new Date(testDesk.clock.now + 600_000) };
    await testDesk.desk.db.update(visits).set(lost).where(eq(visits.tapId, waiting.tapId));
    const graceful = [{ nextAttemptAt: new Date(testDesk.clock.now + 10_000) }];
    expect(await retryUnsent(manager, visitOf(waiting))).toEqual({ kind: 'done' });
    expect(await here.ledger()).toMatchObject(graceful);
    testDesk.clock.now += 5_000;
    await retryUnsent(manager, visitOf(waiting));
    expect(await here.ledger(), 'neither earlier nor later by another press').toMatchObject(graceful);
    await testDesk.desk.db.update(visits).set({ state: 'sending' }).where(eq(visits.tapId, waiting.tapId));
    expect(await retryUnsent(manager, visitOf(waiting))).toEqual({ kind: 'sending' });
    expect(await here.ledger()).toMatchObject([{ state: 'sending' }]);
  });
});

describe('a dismissal', () => {
  test('keeps the visit in the list of visits, is never sent, and has its reason in the audit log', async () => {
    const visit = await scanUnknown();
    expect(await dismissUnsent(manager, { ...visitOf(visit), reason })).toEqual({ kind: 'done' });
    expect(await rows()).toEqual([]);
    expect(await readStatus({ desk: testDesk.desk, actor: here.actor })).toMatchObject({ unresolvedVisits: 0 });
    const day = new Date(testDesk.clock.now).toISOString().slice(0, 10);
    const { lines } = await listVisitsOfDay({ desk: testDesk.desk, actor: here.actor }, { day, name: '' });
    expect(lines).toMatchObject([{ id: visit.tapId, trouble: { state: 'unresolved' } }]);
    await here.pass(24 * 3_600_000);
    expect(await here.ledger()).toMatchObject([{ state: 'unresolved', attempts: visit.attempts }]);
    expect(await audit()).toMatchObject([{ action: 'settleVisit', reason, cause: 'unresolved cardUnknown' }]);
  });

  test('of two managers at once counts once, and the other one gets to know it', async () => {
    const visit = await scanUnknown();
    const dismiss = () => dismissUnsent(manager, { ...visitOf(visit), reason });
    const outcomes = await Promise.all([dismiss(), dismiss()]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['dismissed', 'done']);
    expect(await audit()).toHaveLength(1);
    expect(await retryUnsent(manager, visitOf(visit))).toEqual({ kind: 'dismissed' });
  });

  test('does not touch a visit that waits to be sent', async () => {
    await write(1, { state: 'waiting' });
    const [waiting] = await here.ledger();
    if (!waiting) throw new Error('Nothing was recorded.');
    expect(await dismissUnsent(manager, { ...visitOf(waiting), reason })).toEqual({ kind: 'waiting' });
    expect(await here.ledger()).toEqual([waiting]);
  });
});

describe('a change of a task', () => {
  const changeId = randomUUID();
  const row = { ledger: 'tasks', id: changeId } as const;

  async function refuseChange(): Promise<void> {
    const { account } = inventMember();
    const locationId = here.location.id;
    const at = new Date(testDesk.clock.now);
    await upsertMember(testDesk.desk.db, { locationId, member: memberOf(account), askedAt: at });
    const task = { locationId, id: randomUUID(), platformId: randomUUID(), name: 'Introduction', isCompleted: false };
    await testDesk.desk.db.insert(tasks).values({ ...task, targetId: account.accountId });
    await testDesk.desk.db.insert(taskChanges).values({
      locationId,
      changeId,
      taskId: task.id,
      kind: 'edit',
      state: 'refused',
      lastError: 'changedMeanwhile',
      at,
      recordedAt: at,
      nextAttemptAt: at,
      staffId: here.actor.staffId,
    });
  }
  const change = async () =>
    (await testDesk.desk.db.select().from(taskChanges).where(eq(taskChanges.locationId, here.location.id)))[0];

  test('is listed with its task, and is due after a retry', async () => {
    await refuseChange();
    expect(await rows()).toMatchObject([
      {
        ...row,
        change: 'edit',
        state: 'refused',
        why: 'changedMeanwhile',
        task: 'Introduction',
        member: { name: expect.any(String) },
      },
    ] satisfies Partial<Record<keyof OutboxRow, unknown>>[]);
    expect(await retryUnsent(manager, row)).toEqual({ kind: 'done' });
    expect(await change()).toMatchObject({ state: 'waiting', nextAttemptAt: new Date(testDesk.clock.now) });
    expect(await audit()).toMatchObject([{ action: 'retryTask', cause: 'refused changedMeanwhile' }]);
    await testDesk.desk.db.delete(taskChanges).where(eq(taskChanges.changeId, changeId));
  });

  test('is dismissed alone: another refused change of the same task stays, with the task that the platform does not have', async () => {
    await refuseChange();
    const { db } = testDesk.desk;
    const first = await change();
    if (!first) throw new Error('Nothing was refused.');
    await db.update(tasks).set({ platformId: null }).where(eq(tasks.id, first.taskId));
    const { number: _, ...copied } = first;
    const second = { ...copied, changeId: randomUUID(), kind: 'complete' as const, lastError: 'taskGone' };
    await db.insert(taskChanges).values(second);
    expect(await dismissUnsent(manager, { ledger: 'tasks', id: second.changeId, reason })).toEqual({ kind: 'done' });
    expect(await rows()).toMatchObject([{ id: changeId, state: 'refused', task: 'Introduction' }]);
    expect(await dismissUnsent(manager, { ...row, reason })).toEqual({ kind: 'done' });
    const left = await db.select().from(tasks).where(eq(tasks.id, first.taskId));
    expect(left).toEqual([]);
    expect(await audit()).toHaveLength(2);
  });

  test('is dismissed once, with the reason', async () => {
    await refuseChange();
    expect(await dismissUnsent(manager, { ...row, reason })).toEqual({ kind: 'done' });
    expect(await dismissUnsent(manager, { ...row, reason })).toEqual({ kind: 'dismissed' });
    expect(await change()).toMatchObject({ state: 'seen' });
    expect(await audit()).toMatchObject([{ action: 'settleTask', reason, cause: 'refused changedMeanwhile' }]);
    expect(await rows()).toEqual([]);
  });
});
