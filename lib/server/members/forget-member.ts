import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { forgetFailuresOfCards } from '#lib/server/auth/badge/badge-failures.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { lockForgetting, markForgotten } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type AuditAction, auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { memberLeases } from '#lib/server/db/schema/member-leases.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { elsewhereEvents, taps, visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { forgetMigrationsOf } from '#lib/server/migration/forget.ts';
import { forgetTasksOf } from '#lib/server/tasks/forget.ts';
import { lockTasks } from '#lib/server/tasks/upsert-tasks.ts';
import { isOpenVisit } from '#lib/server/visits/kept-visits.ts';
import { liveEventNames } from '#lib/wire/live.ts';
import { isTapOf, isVisitOf, readScans } from './traces.ts';

/** Of what is found by the account alone. */
const ofAccount = [elsewhereEvents, memberLeases, memberMessages, memberNotes, photos, cards, members];

/**
 * Takes a member out of everything this desk keeps of a location, also what waits to be sent. The audit log keeps its rows,
 * under a pseudonym and without what was written about the member.
 * @param at what was asked or happened until then does not bring them back
 */
export async function forgetMember(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock' | 'secret'>,
  { locationId, accountId, at = new Date(desk.clock()) }: MemberKey & { at?: Date },
): Promise<void> {
  // tasks before the mirror, as everybody does who needs both locks
  await lockTasks(tx, locationId);
  await markForgotten(tx, { locationId, accountId, at });
  await forgetVisits(tx, locationId, accountId);
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
  await forgetTasksOf(tx, { locationId, accountIds: [accountId] });
  await forgetMigrationsOf(tx, { locationId, accountId });
  await forgetFailuresOfCards(tx, desk);
  for (const table of ofAccount) {
    await tx.delete(table).where(and(eq(table.locationId, locationId), eq(table.accountId, accountId)));
  }
  for (const event of liveEventNames) await notifyLive(tx, { locationId, event });
}

/** The same in a transaction with its entry in the audit log, which holds a pseudonym. */
export function forgetWithEntry(
  desk: DeskContext,
  { locationId, accountId, ...by }: MemberKey & { staffId: string; action: AuditAction },
): Promise<void> {
  return desk.db.transaction(async (tx) => {
    await forgetMember(tx, desk, { locationId, accountId });
    await writeAudit(tx, desk, { ...by, locationId, accountId: pseudonymOf(accountId, desk.secret) });
  });
}

/** Somebody whom the platform did not know when it was asked for them. */
export interface Gone {
  accountId: string;
  askedAt: Date;
}

/**
 * Forgets who is gone, but for those whom the platform has told of since it was asked, and those of whom it does not have
 * every visit: nobody has erased them by name, and a manager sees each visit first that it will not have.
 * @returns how many were forgotten
 */
export async function forgetGone(
  desk: DeskContext,
  { locationId, gone }: { locationId: string; gone: readonly Gone[] },
): Promise<number> {
  if (gone.length === 0) return 0;
  return desk.db.transaction(async (tx) => {
    await lockTasks(tx, locationId);
    await lockForgetting(tx, locationId);
    let forgotten = 0;
    for (const { accountId, askedAt } of gone) {
      const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
      if ((await tx.$count(members, and(isMember, gt(members.syncedAt, askedAt)))) > 0) continue;
      const scans = await readScans(tx, { locationId, accountId });
      if ((await tx.$count(visits, and(isVisitOf(locationId, accountId, scans), isOpenVisit()))) > 0) continue;
      await forgetMember(tx, desk, { locationId, accountId, at: askedAt });
      forgotten += 1;
    }
    return forgotten;
  });
}

/** What a forgotten member is called in the audit log: the same name for the same member, and no way back from it. */
export function pseudonymOf(accountId: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'front-desk pseudonyms', 32));
  return `forgotten-${createHmac('sha256', key).update(accountId).digest('base64url')}`;
}

/** Forgets the ledger of the member, also visits that nobody could say yet whose they are, and how taps were answered. */
async function forgetVisits(tx: Queryable, locationId: string, accountId: string): Promise<void> {
  const scans = await readScans(tx, { locationId, accountId });
  const forgotten = await tx
    .delete(visits)
    .where(isVisitOf(locationId, accountId, scans))
    .returning({ tapId: visits.tapId });
  const tapIds = forgotten.map(({ tapId }) => tapId);
  await tx.delete(taps).where(isTapOf(locationId, accountId, { scans, tapIds }));
}
