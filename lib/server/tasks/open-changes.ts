import 'server-only';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';

/** Holds for changes that the platform does not have: to be sent, or refused and not acknowledged. */
export const isOpenTaskChange = () => inArray(taskChanges.state, [...unsentStates, 'refused']);

/** Whether the platform lacks a change of a task about this member, or one that they made themselves. */
export async function hasOpenTaskChanges(tx: Queryable, { locationId, accountId }: MemberKey): Promise<boolean> {
  const aboutMember = tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.locationId, locationId), eq(tasks.targetId, accountId)));
  const isTheirs = or(eq(taskChanges.actorId, accountId), inArray(taskChanges.taskId, aboutMember));
  const isOpen = and(eq(taskChanges.locationId, locationId), isTheirs, isOpenTaskChange());
  return (await tx.$count(taskChanges, isOpen)) > 0;
}
