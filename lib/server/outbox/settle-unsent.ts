import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { isRow } from '#lib/server/db/row-key.ts';
import { type MemberMessage, memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { type TaskChange, taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { notifyNext } from '#lib/server/ledger/attempt.ts';
import { messageLedger, retriedByPerson } from '#lib/server/messages/ledger.ts';
import { markSeen } from '#lib/server/tasks/acknowledge.ts';
import { taskLedger } from '#lib/server/tasks/ledger.ts';
import { lockTasks } from '#lib/server/tasks/upsert-tasks.ts';
import { earliestRetry } from '#lib/server/visit-sending/retry-delay.ts';
import { retryKept, settleKept } from '#lib/server/visits/kept-visits.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import type { DismissInput, OutboxOutcome, RetryInput } from '#lib/wire/outbox.ts';

/**
 * Makes a row of the outbox due now. Only a claim of the ledger sends it, so that it is never sent twice. A row that is being sent,
 * was sent, or was dismissed in the meantime stays as it is.
 */
export function retryUnsent(context: StaffContext, { ledger, id }: RetryInput): Promise<OutboxOutcome> {
  return context.desk.db.transaction((tx) => retries[ledger](tx, context, id));
}

/**
 * Settles a row that the platform has refused, or a message that waits: it is never sent, and stays in the lists. The reason is in
 * the audit log.
 */
export function dismissUnsent(context: StaffContext, { ledger, id, reason }: DismissInput): Promise<OutboxOutcome> {
  return context.desk.db.transaction((tx) => dismissals[ledger](tx, context, { id, reason }));
}

async function retryVisit(tx: Queryable, { desk, actor, staff }: StaffContext, tapId: string): Promise<OutboxOutcome> {
  const locationId = actor.location.id;
  const which = isRow(visits, { locationId, tapId });
  const [visit] = await tx.select().from(visits).where(which).for('update');
  const outcome = meanwhileOf(visit);
  if (visit?.state === 'waiting') {
    const at = await earliestRetry(tx, { visit, now: desk.clock() });
    await tx.update(visits).set({ nextAttemptAt: at }).where(which);
    await notifyDue(tx, { kind: visitLedger(desk).name, locationId, at });
    return { kind: 'done' };
  }
  if (outcome) return outcome;
  await retryKept(tx, desk, { which, retriedBy: staff.id });
  return { kind: 'done' };
}

async function dismissVisit(
  tx: Queryable,
  { desk, actor, staff }: StaffContext,
  { id: tapId, reason }: { id: string; reason: string },
): Promise<OutboxOutcome> {
  const locationId = actor.location.id;
  const which = isRow(visits, { locationId, tapId });
  const [visit] = await tx.select().from(visits).where(which).for('update');
  const outcome = meanwhileOf(visit);
  if (outcome) return outcome;
  await settleKept(tx, desk, { which, settledBy: staff.id, reason });
  await notifyLive(tx, { locationId, event: 'status' });
  return { kind: 'done' };
}

async function retryTaskChange(tx: Queryable, context: StaffContext, changeId: string): Promise<OutboxOutcome> {
  const { desk, actor, staff } = context;
  const locationId = actor.location.id;
  await lockTasks(tx, locationId);
  const which = isRow(taskChanges, { locationId, changeId });
  const [change] = await tx.select().from(taskChanges).where(which).for('update');
  const outcome = meanwhileOf(change);
  if (!change || (outcome && change.state !== 'waiting')) return outcome ?? { kind: 'gone' };
  const now = new Date(desk.clock());
  await tx.update(taskChanges).set({ state: 'waiting', nextAttemptAt: now }).where(which);
  if (change.state === 'refused') {
    await writeAudit(tx, desk, { ...(await aboutChange(tx, change)), action: 'retryTask', staffId: staff.id });
  }
  await notifyDue(tx, { kind: taskLedger(desk).name, locationId, at: now });
  await notifyLive(tx, { locationId, event: 'tasks' });
  return { kind: 'done' };
}

async function dismissTaskChange(
  tx: Queryable,
  { desk, actor, staff }: StaffContext,
  { id: changeId, reason }: { id: string; reason: string },
): Promise<OutboxOutcome> {
  const locationId = actor.location.id;
  await lockTasks(tx, locationId);
  const [change] = await tx
    .select()
    .from(taskChanges)
    .where(isRow(taskChanges, { locationId, changeId }))
    .for('update');
  const outcome = meanwhileOf(change);
  if (!change || outcome) return outcome ?? { kind: 'gone' };
  const entry = { ...(await aboutChange(tx, change)), staffId: staff.id, reason };
  await writeAudit(tx, desk, { ...entry, action: 'settleTask' });
  await markSeen(tx, { locationId, taskId: change.taskId, changeId });
  return { kind: 'done' };
}

async function retryMessage(tx: Queryable, context: StaffContext, messageId: string): Promise<OutboxOutcome> {
  const { desk, actor, staff } = context;
  const locationId = actor.location.id;
  const which = isRow(memberMessages, { locationId, messageId });
  const [message] = await tx.select().from(memberMessages).where(which).for('update');
  const outcome = meanwhileOf(message);
  if (!message || (outcome && message.state !== 'waiting')) return outcome ?? { kind: 'gone' };
  const now = new Date(desk.clock());
  // a message that was refused since it had waited for too long is as new as this press
  const anew = message.state === 'refused' ? { pressedAt: now } : {};
  await tx
    .update(memberMessages)
    .set({ ...anew, state: 'waiting', lastError: retriedByPerson, nextAttemptAt: now })
    .where(which);
  if (message.state === 'refused') {
    await writeAudit(tx, desk, { ...aboutMessage(message), action: 'retryMessage', staffId: staff.id });
  }
  await notifyDue(tx, { kind: messageLedger(desk).name, locationId, at: now });
  await notifyLive(tx, { locationId, event: 'status' });
  return { kind: 'done' };
}

async function dismissMessage(
  tx: Queryable,
  { desk, actor, staff }: StaffContext,
  { id: messageId, reason }: { id: string; reason: string },
): Promise<OutboxOutcome> {
  const locationId = actor.location.id;
  const which = isRow(memberMessages, { locationId, messageId });
  const [message] = await tx.select().from(memberMessages).where(which).for('update');
  const outcome = meanwhileOf(message);
  // unlike a visit, one that waits may be given up too, unless an attempt whose process died may have arrived
  if (!message || (outcome && message.state !== 'waiting')) return outcome ?? { kind: 'gone' };
  if (message.postedAt !== null) {
    await tx.update(memberMessages).set({ state: 'unsure', text: null }).where(which);
    await notifyNext(tx, messageLedger(desk), message);
    await notifyLive(tx, { locationId, event: 'status' });
    return { kind: 'unsure' };
  }
  await tx.update(memberMessages).set({ state: 'dismissed', text: null }).where(which);
  await writeAudit(tx, desk, { ...aboutMessage(message), action: 'settleMessage', staffId: staff.id, reason });
  await notifyLive(tx, { locationId, event: 'status' });
  return { kind: 'done' };
}

const retries = { visits: retryVisit, tasks: retryTaskChange, messages: retryMessage };
const dismissals = { visits: dismissVisit, tasks: dismissTaskChange, messages: dismissMessage };

/** What happened to a row, where it is not refused or unresolved any more; null where it still is. */
function meanwhileOf(row: Visit | TaskChange | MemberMessage | undefined): OutboxOutcome | null {
  if (!row) return { kind: 'gone' };
  switch (row.state) {
    case 'sent':
    case 'unsure':
      return { kind: row.state };
    case 'sending':
      return { kind: 'sending' };
    case 'held':
    case 'waiting':
      return { kind: 'waiting' };
    case 'undone':
      return { kind: 'gone' };
    case 'seen':
    case 'dismissed':
      return { kind: 'dismissed' };
    case 'refused':
    case 'unresolved':
      return 'settledAt' in row && row.settledAt !== null ? { kind: 'dismissed' } : null;
  }
}

const aboutMessage = ({ locationId, accountId, state, lastError }: MemberMessage) => ({
  locationId,
  accountId,
  cause: [state, lastError].filter(Boolean).join(' '),
});

async function aboutChange(tx: Queryable, { locationId, taskId, state, lastError }: TaskChange) {
  const [task] = await tx
    .select({ accountId: tasks.targetId })
    .from(tasks)
    .where(and(eq(tasks.locationId, locationId), eq(tasks.id, taskId)));
  return { locationId, ...task, cause: [state, lastError].filter(Boolean).join(' ') };
}
