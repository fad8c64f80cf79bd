import 'server-only';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { migrationRows } from '#lib/server/db/schema/migration.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { tasks } from '#lib/server/db/schema/tasks.ts';
import { trainings } from '#lib/server/db/schema/training.ts';
import { elsewhereEvents, taps, visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';

type Place = [table: PgTable & { locationId: PgColumn }, accountId: PgColumn | SQL];

/**
 * Every place where the desk stores an account id of a member, by which all other records are found. Not as author of a task about
 * somebody else: those are colleagues, and the platform's tasks name them with each reading.
 */
const places: readonly Place[] = [
  [members, members.accountId],
  [cards, cards.accountId],
  [memberNotes, memberNotes.accountId],
  [memberMessages, memberMessages.accountId],
  [photos, photos.accountId],
  [elsewhereEvents, elsewhereEvents.accountId],
  [webhookInbox, webhookInbox.accountId],
  [visits, visits.accountId],
  [refusals, refusals.accountId],
  [admissions, admissions.accountId],
  [taps, sql`${taps.answer} ->> 'accountId'`],
  [tasks, tasks.targetId],
  [migrationRows, migrationRows.accountId],
  [auditLog, auditLog.accountId],
  [trainings, trainings.accountId],
];

/** Which of these accounts a location stores anything about. */
export async function findStored(
  tx: Queryable,
  { locationId, accountIds }: { locationId: string; accountIds: readonly string[] },
): Promise<Set<string>> {
  const stored = new Set<string>();
  // one parameter, however many accounts there are
  const listed = sql`${sql.param([...accountIds])}::text[]`;
  for (const [table, accountId] of places) {
    const found = await tx
      .selectDistinct({ accountId: sql<string>`${accountId}` })
      .from(table)
      .where(and(eq(table.locationId, locationId), sql`${accountId} = any(${listed})`));
    for (const row of found) stored.add(row.accountId);
  }
  return stored;
}
