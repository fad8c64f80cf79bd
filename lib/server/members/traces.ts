import 'server-only';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { badgeDigest, digestOfNoCard } from '#lib/server/auth/badge/card-of-badge.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { memberLeases } from '#lib/server/db/schema/member-leases.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { memberRhythms } from '#lib/server/db/schema/member-rhythms.ts';
import { migrationRows } from '#lib/server/db/schema/migration.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { badgeFailures, staffLocations } from '#lib/server/db/schema/staff.ts';
import { taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { trainings } from '#lib/server/db/schema/training.ts';
import { elsewhereEvents, taps, visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { isMigrationRowOf } from '#lib/server/migration/forget.ts';
import { isColleague, pseudonymsOf } from './forget-member.ts';
import { isEntryOf, isRefusalOf, isTapOf, isVisitOf, readScans } from './scans-of-member.ts';

/** Tables, each with the SQL condition for the rows about one member. */
type Traces = readonly (readonly [PgTable, SQL | undefined])[];

/**
 * Each table with data about members, with the SQL condition for the rows of this one.
 * @param asMember whether tasks about others, which this one wrote or completed as a colleague, are left out
 */
export async function findTraces(
  tx: Queryable,
  { secret, previousSecret, badgeKey }: Pick<DeskContext, 'secret' | 'previousSecret' | 'badgeKey'>,
  { locationId, accountId, asMember = false }: MemberKey & { asMember?: boolean },
): Promise<Traces> {
  const scans = await readScans(tx, { locationId, accountId });
  const isVisit = isVisitOf({ locationId, accountId, scans });
  const tapIds = (await tx.select({ tapId: visits.tapId }).from(visits).where(isVisit)).map(({ tapId }) => tapId);
  const aboutMember = tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.locationId, locationId), eq(tasks.targetId, accountId)));
  const isActor = asMember ? [] : [eq(tasks.authorId, accountId), eq(tasks.completerId, accountId)];
  const isTask = or(eq(tasks.targetId, accountId), ...isActor);
  const isChanger = asMember ? [] : [eq(taskChanges.actorId, accountId)];
  const isTaskChange = or(...isChanger, inArray(taskChanges.taskId, aboutMember));
  // cards that were scanned where staff scan their badges
  const digests = scans.map(({ kind, value }) => (kind === 'rfid' ? badgeDigest : digestOfNoCard)(badgeKey, value));
  const names = [accountId, ...pseudonymsOf(accountId, { secret, previousSecret })];
  const byAccount = [
    admissions,
    members,
    cards,
    memberNotes,
    memberMessages,
    photos,
    elsewhereEvents,
    memberRhythms,
    webhookInbox,
    trainings,
    memberLeases,
    staffLocations,
  ];
  return [
    ...byAccount.map(
      (table) => [table, and(eq(table.locationId, locationId), eq(table.accountId, accountId))] as const,
    ),
    [visits, isVisit],
    [refusals, isRefusalOf({ locationId, accountId, tapIds })],
    [taps, isTapOf({ locationId, accountId, scans, tapIds })],
    [tasks, and(eq(tasks.locationId, locationId), isTask)],
    [taskChanges, and(eq(taskChanges.locationId, locationId), isTaskChange)],
    [badgeFailures, inArray(badgeFailures.cardDigest, digests)],
    [migrationRows, isMigrationRowOf(tx, { locationId, accountId })],
    [auditLog, isEntryOf({ locationId, names, tapIds })],
  ];
}

/** @throws ActionFailure `notFound` where nothing is stored about somebody */
export async function requireTraces(tx: Queryable, traces: Traces): Promise<void> {
  if (!(await isAnyStored(tx, traces))) {
    throw new ActionFailure('notFound', 'Nothing is kept of this account at this location.');
  }
}

/** Whether anything is stored about somebody besides entries of the audit log, which has a forgotten member under a pseudonym. */
export const isInMoreThanLog = (tx: Queryable, traces: Traces): Promise<boolean> =>
  isAnyStored(
    tx,
    traces.filter(([table]) => table !== auditLog),
  );

async function isAnyStored(tx: Queryable, traces: Traces): Promise<boolean> {
  for (const [table, isOfMember] of traces) {
    const found = await tx.select({ one: sql`1` }).from(table).where(isOfMember).limit(1);
    if (found.length > 0) return true;
  }
  return false;
}

/** The entries of the audit log stay, under a pseudonym; a colleague and a lease are no records about a member. */
const kept: readonly PgTable[] = [auditLog, staffLocations, memberLeases];

/** How many records of a member who opts out the deletion removes, or cuts off from them. */
export async function countRecords(
  tx: Queryable,
  desk: Pick<DeskContext, 'secret' | 'previousSecret' | 'badgeKey'>,
  member: MemberKey,
): Promise<number> {
  let count = 0;
  // a colleague stays the author of what they wrote
  const asMember = await isColleague(tx, member);
  for (const [table, isOfMember] of await findTraces(tx, desk, { ...member, asMember })) {
    if (!kept.includes(table)) count += await tx.$count(table, isOfMember);
  }
  return count;
}
