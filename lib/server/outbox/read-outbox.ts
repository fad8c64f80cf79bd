import 'server-only';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { isOverdue, overdueSince } from '#lib/server/ledger/overdue.ts';
import { countUnsure } from '#lib/server/messages/read-under-way.ts';
import { isToBeSettled } from '#lib/server/visits/kept-visits.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import type { OutboxPage, OutboxRow, OutboxState } from '#lib/wire/outbox.ts';

const pageSize = 50;

/** Cursor: epoch milliseconds and id of the last row of the page before. */
const cursor = /^(\d{1,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
export const outboxQuery = z.object({ after: z.string().regex(cursor).optional() });

/**
 * Visits, changes of tasks and messages that have not reached the platform, oldest first, page by page: those that wait, and those
 * that it refused and that no person has dismissed. A first attempt in progress does not count as waiting until it is late.
 */
export async function readOutbox(
  context: LocationContext,
  { after }: z.infer<typeof outboxQuery>,
): Promise<OutboxPage> {
  const { db, clock } = context.desk;
  const [found, unsure] = await Promise.all([
    selectRows(db, { locationId: context.actor.location.id, after, now: clock() }),
    countUnsure(context),
  ]);
  const page = found.slice(0, pageSize);
  const last = found.length > pageSize ? page.at(-1) : undefined;
  return { rows: page.map(rowOf), next: last ? `${last.at.getTime()}.${last.id}` : null, unsure };
}

interface Asked {
  locationId: string;
  after: string | undefined;
  now: number;
}

/** The query of a page, with one row more than it shows, to tell whether another page follows. */
function selectRows(db: Queryable, { locationId, after, now }: Asked) {
  const ofVisits = db
    .select({
      ledger: sql<OutboxRow['ledger']>`'visits'`.as('ledger_name'),
      id: sql<string>`${visits.tapId}`.as('row_id'),
      change: sql<OutboxRow['change']>`${visits.kind}`.as('row_change'),
      at: visits.tappedAt,
      state: sql<'held' | OutboxState>`${visits.state}`.as('row_state'),
      why: visits.lastError,
      nextAttemptAt: visits.nextAttemptAt,
      accountId: visits.accountId,
      scannedKind: visits.scannedKind,
      scannedValue: visits.scannedValue,
      task: sql<string | null>`null`.as('task_name'),
      staffId: visits.staffId,
    })
    .from(visits)
    .where(
      and(
        eq(visits.locationId, locationId),
        or(eq(visits.state, 'waiting'), isOverdue(visits, overdueSince(now)), isToBeSettled()),
      ),
    );
  const ofTasks = db
    .select({
      ledger: sql<OutboxRow['ledger']>`'tasks'`.as('ledger_name'),
      id: sql<string>`${taskChanges.changeId}`.as('row_id'),
      change: sql<OutboxRow['change']>`${taskChanges.kind}`.as('row_change'),
      at: taskChanges.at,
      state: sql<'held' | OutboxState>`${taskChanges.state}`.as('row_state'),
      why: taskChanges.lastError,
      nextAttemptAt: taskChanges.nextAttemptAt,
      accountId: sql<string | null>`${tasks.targetId}`.as('account_id'),
      scannedKind: sql<typeof visits.$inferSelect.scannedKind>`null`.as('scanned_kind'),
      scannedValue: sql<string | null>`null`.as('scanned_value'),
      task: sql<string | null>`${tasks.name}`.as('task_name'),
      staffId: taskChanges.staffId,
    })
    .from(taskChanges)
    .innerJoin(tasks, and(eq(tasks.locationId, taskChanges.locationId), eq(tasks.id, taskChanges.taskId)))
    .where(
      and(
        eq(taskChanges.locationId, locationId),
        or(inArray(taskChanges.state, ['waiting', 'refused']), isOverdue(taskChanges, overdueSince(now))),
      ),
    );
  const ofMessages = db
    .select({
      ledger: sql<OutboxRow['ledger']>`'messages'`.as('ledger_name'),
      id: sql<string>`${memberMessages.messageId}`.as('row_id'),
      change: sql<OutboxRow['change']>`'message'`.as('row_change'),
      at: memberMessages.pressedAt,
      state: sql<'held' | OutboxState>`${memberMessages.state}`.as('row_state'),
      why: memberMessages.lastError,
      nextAttemptAt: memberMessages.nextAttemptAt,
      accountId: sql<string | null>`${memberMessages.accountId}`.as('account_id'),
      scannedKind: sql<typeof visits.$inferSelect.scannedKind>`null`.as('scanned_kind'),
      scannedValue: sql<string | null>`null`.as('scanned_value'),
      task: sql<string | null>`null`.as('task_name'),
      staffId: memberMessages.staffId,
    })
    .from(memberMessages)
    .where(
      and(
        eq(memberMessages.locationId, locationId),
        or(inArray(memberMessages.state, ['waiting', 'refused']), isOverdue(memberMessages, overdueSince(now))),
      ),
    );
  const unsent = unionAll(ofVisits, ofTasks, ofMessages).as('unsent');
  const { staffId: _, ...columns } = unsent._.selectedFields;
  return db
    .select({
      ...columns,
      firstName: members.firstName,
      lastName: members.lastName,
      membershipId: members.membershipId,
      by: staff.name,
    })
    .from(unsent)
    .leftJoin(members, and(eq(members.locationId, locationId), eq(members.accountId, unsent.accountId)))
    .leftJoin(staff, eq(staff.id, unsent.staffId))
    .where(after === undefined ? undefined : isAfter(unsent, after))
    .orderBy(asc(unsent.at), asc(unsent.id))
    .limit(pageSize + 1);
}

type FoundRow = Awaited<ReturnType<typeof selectRows>>[number];

function rowOf(found: FoundRow): OutboxRow {
  const { ledger, id, change, at, why, nextAttemptAt, accountId, scannedKind, scannedValue, task, by } = found;
  const state = found.state === 'held' ? 'waiting' : found.state;
  return {
    ledger,
    id,
    change,
    task,
    by,
    state,
    // details follow the code
    why: why?.split(' ', 1)[0] ?? null,
    at: at.toISOString(),
    nextAt: state === 'waiting' ? nextAttemptAt.toISOString() : null,
    member:
      accountId === null
        ? null
        : { accountId, name: displayNameOf({ ...found, accountId }), membershipId: found.membershipId },
    scanned:
      accountId === null && scannedKind !== null && scannedValue !== null
        ? { kind: scannedKind, value: scannedValue }
        : null,
  };
}

function isAfter(unsent: { at: unknown; id: unknown }, after: string): SQL {
  const [, ms = '', id = ''] = cursor.exec(after) ?? [];
  const at = new Date(Number(ms)).toISOString();
  return sql`(${unsent.at}, ${unsent.id}) > (${at}::timestamptz, ${id}::uuid)`;
}
