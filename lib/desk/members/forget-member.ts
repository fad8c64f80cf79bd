import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { forgetFailuresOfCards } from '#lib/auth/badge/badge-failures.ts';
import type { Queryable } from '#lib/db/client.ts';
import { type AuditAction, auditLog } from '#lib/db/schema/audit-log.ts';
import { members } from '#lib/db/schema/directory.ts';
import { memberLeases } from '#lib/db/schema/member-leases.ts';
import { staffLocations } from '#lib/db/schema/staff.ts';
import { elsewhereEvents, taps, visits } from '#lib/db/schema/visits.ts';
import { webhookInbox } from '#lib/db/schema/webhooks.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { markForgotten } from '#lib/desk/base/forgotten.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import { forgetMigrationsOf } from '#lib/desk/migration/forget.ts';
import { forgetTasksOf } from '#lib/desk/tasks/forget.ts';
import { lockTasks } from '#lib/desk/tasks/upsert-tasks.ts';
import { liveEventNames } from '#lib/wire/live.ts';
import { isTapOf, isVisitOf, readScans } from './traces.ts';

/**
 * Takes a member out of everything this desk keeps of a location, also what waits to be sent. What hangs on the mirror's
 * row goes with it. The audit log keeps its rows, under a pseudonym and without what was written about the member.
 */
export async function forgetMember(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock' | 'secret'>,
  locationId: string,
  accountId: string,
): Promise<void> {
  // tasks before the mirror, as everybody does who needs both locks
  await lockTasks(tx, locationId);
  await markForgotten(tx, locationId, accountId, new Date(desk.clock()));
  await forgetVisits(tx, locationId, accountId);
  await tx
    .delete(elsewhereEvents)
    .where(and(eq(elsewhereEvents.locationId, locationId), eq(elsewhereEvents.accountId, accountId)));
  await tx
    .update(webhookInbox)
    .set({ accountId: null })
    .where(and(eq(webhookInbox.locationId, locationId), eq(webhookInbox.accountId, accountId)));
  await tx
    .update(auditLog)
    .set({ accountId: pseudonymOf(accountId, desk.secret), reason: null })
    .where(and(eq(auditLog.locationId, locationId), eq(auditLog.accountId, accountId)));
  await tx
    .update(staffLocations)
    .set({ accountId: null })
    .where(and(eq(staffLocations.locationId, locationId), eq(staffLocations.accountId, accountId)));
  await forgetTasksOf(tx, locationId, [accountId]);
  await forgetMigrationsOf(tx, locationId, accountId);
  await forgetFailuresOfCards(tx, desk);
  await tx
    .delete(memberLeases)
    .where(and(eq(memberLeases.locationId, locationId), eq(memberLeases.accountId, accountId)));
  await tx.delete(members).where(and(eq(members.locationId, locationId), eq(members.accountId, accountId)));
  for (const event of liveEventNames) await notifyLive(tx, locationId, event);
}

/** The same in a transaction with its entry in the audit log, which holds a pseudonym. */
export function forgetWithEntry(
  desk: DeskContext,
  { locationId, accountId, ...by }: { locationId: string; accountId: string; staffId: string; action: AuditAction },
): Promise<void> {
  return desk.db.transaction(async (tx) => {
    await forgetMember(tx, desk, locationId, accountId);
    await writeAudit(tx, desk, { ...by, locationId, accountId: pseudonymOf(accountId, desk.secret) });
  });
}

/** What a forgotten member is called in the audit log: the same name for the same member, and no way back from it. */
export function pseudonymOf(accountId: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'front-desk pseudonyms', 32));
  return `forgotten-${createHmac('sha256', key).update(accountId).digest('base64url')}`;
}

/** Forgets the ledger of the member, also visits that nobody could say yet whose they are, and how taps were answered. */
async function forgetVisits(tx: Queryable, locationId: string, accountId: string): Promise<void> {
  const scans = await readScans(tx, locationId, accountId);
  const forgotten = await tx
    .delete(visits)
    .where(isVisitOf(locationId, accountId, scans))
    .returning({ tapId: visits.tapId });
  const tapIds = forgotten.map(({ tapId }) => tapId);
  await tx.delete(taps).where(isTapOf(locationId, accountId, { scans, tapIds }));
}
