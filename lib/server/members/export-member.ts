import 'server-only';
import { and, eq, getTableColumns, getTableName, inArray, or, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { badgeDigest, digestOfNoCard } from '#lib/server/auth/badge/card-of-badge.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { memberLeases } from '#lib/server/db/schema/member-leases.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { migrationRows } from '#lib/server/db/schema/migration.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { badgeFailures, staffLocations } from '#lib/server/db/schema/staff.ts';
import { taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { elsewhereEvents, taps, visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { isMigrationRowOf } from '#lib/server/migration/forget.ts';
import { readPhoto } from '#lib/server/photos/photos.ts';
import { pseudonymOf } from './forget-member.ts';
import { isTapOf, isVisitOf, readScans } from './traces.ts';

interface MemberExport {
  /** The stored rows by table name. */
  records: Record<string, Record<string, unknown>[]>;
  /** WebP; null where there is none, or it cannot be unsealed. */
  picture: Buffer | null;
}

/**
 * A consistent snapshot of everything that the desk stores about a member of a location: the rows of all tables from which
 * `forgetMember` removes them. For a forgotten member, the remaining rows of the audit log with the pseudonym.
 * @throws ActionFailure `notFound` where nothing is stored
 */
export function exportMember(desk: DeskContext, { locationId, accountId }: MemberKey): Promise<MemberExport> {
  return desk.db.transaction(
    async (tx) => {
      const records: MemberExport['records'] = {};
      for (const [table, isOfMember] of await findTraces(tx, desk, locationId, accountId)) {
        // the sealed picture is exported unsealed, as a file of its own
        const { sealedPicture: _, ...columns } = getTableColumns(table);
        records[getTableName(table)] = await tx.select(columns).from(table).where(isOfMember);
      }
      if (Object.values(records).every((rows) => rows.length === 0)) {
        throw new ActionFailure('notFound', 'Nothing is kept of this account at this location.');
      }
      return { records, picture: await readPhoto({ ...desk, db: tx }, { locationId, accountId }) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Each table with data about members, with the SQL condition for the rows of this one. */
async function findTraces(
  tx: Queryable,
  { secret, badgeKey }: Pick<DeskContext, 'secret' | 'badgeKey'>,
  locationId: string,
  accountId: string,
): Promise<[PgTable, SQL | undefined][]> {
  const scans = await readScans(tx, { locationId, accountId });
  const isVisit = isVisitOf({ locationId, accountId, scans });
  const tapIds = (await tx.select({ tapId: visits.tapId }).from(visits).where(isVisit)).map(({ tapId }) => tapId);
  const aboutMember = tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.locationId, locationId), eq(tasks.targetId, accountId)));
  const isTask = or(eq(tasks.targetId, accountId), eq(tasks.authorId, accountId), eq(tasks.completerId, accountId));
  const isTaskChange = or(eq(taskChanges.actorId, accountId), inArray(taskChanges.taskId, aboutMember));
  // cards that were scanned where staff scan their badges
  const digests = scans.map(({ kind, value }) => (kind === 'rfid' ? badgeDigest : digestOfNoCard)(badgeKey, value));
  const names = [accountId, pseudonymOf(accountId, secret)];
  const byAccount = [
    members,
    cards,
    memberNotes,
    memberMessages,
    photos,
    elsewhereEvents,
    webhookInbox,
    memberLeases,
    staffLocations,
  ];
  return [
    ...byAccount.map((table): [PgTable, SQL | undefined] => [
      table,
      and(eq(table.locationId, locationId), eq(table.accountId, accountId)),
    ]),
    [visits, isVisit],
    [taps, isTapOf({ locationId, accountId, scans, tapIds })],
    [tasks, and(eq(tasks.locationId, locationId), isTask)],
    [taskChanges, and(eq(taskChanges.locationId, locationId), isTaskChange)],
    [badgeFailures, inArray(badgeFailures.cardDigest, digests)],
    [migrationRows, isMigrationRowOf(tx, { locationId, accountId })],
    [auditLog, and(eq(auditLog.locationId, locationId), inArray(auditLog.accountId, names))],
  ];
}
