import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { forgetFailuresOfCards } from '#lib/server/auth/badge/badge-failures.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { lockForgetting, markForgotten } from '#lib/server/base/forgotten.ts';
import { markForgottenScans } from '#lib/server/base/forgotten-scans.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { repeatAfterDeadlock } from '#lib/server/db/repeat-after-deadlock.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { memberLeases } from '#lib/server/db/schema/member-leases.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { memberRhythms } from '#lib/server/db/schema/member-rhythms.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { trainings } from '#lib/server/db/schema/training.ts';
import { elsewhereEvents, taps, visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { makeDue } from '#lib/server/due/location-work.ts';
import { forgetMigrationsOf } from '#lib/server/migration/forget.ts';
import { lockHours } from '#lib/server/stays/stored-hours.ts';
import { forgetTasksOf } from '#lib/server/tasks/forget.ts';
import { lockTasks } from '#lib/server/tasks/upsert-tasks.ts';
import { lockTrainingDays } from '#lib/server/training/training-days.ts';
import { isOpenVisit } from '#lib/server/visits/kept-visits.ts';
import { liveEventNames } from '#lib/wire/live.ts';
import type { ScannedCard } from '#lib/wire/verdict.ts';
import { leaveToHolder } from './held-by-another.ts';
import { isEntryOf, isRefusalOf, isTapOf, isVisitOf, readScans, withoutThoseOfOthers } from './scans-of-member.ts';

/** The tables whose rows are found by the account id alone. Admissions come last, because whoever adds one locks the member's row first. */
const ofAccount = [
  elsewhereEvents,
  memberRhythms,
  memberLeases,
  memberMessages,
  memberNotes,
  photos,
  trainings,
  cards,
  members,
  admissions,
];

interface Erasure {
  /** The member's scans as the directory had them before the erasure at the platform, whose webhook may have emptied it since. */
  scans: readonly ScannedCard[];
}

interface Forgetting extends MemberKey {
  /** Answers to requests from before this moment, and events from before it, do not restore the member. */
  at?: Date;
  /** Whether only data is deleted, and the membership goes on. */
  isOptOut?: boolean;
  /**
   * Only if a person erases the member at this desk: then scans that still wait in a browser are refused. If the membership has only
   * ended, such a scan is recorded as a visit, which a manager sees.
   */
  erasure?: Erasure | undefined;
}

/**
 * Deletes a member from all tables of a location, also what waits to be sent. The audit log keeps its rows, with a pseudonym and
 * without free text.
 */
export async function forgetMember(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock' | 'secret' | 'badgeKey'>,
  forgetting: Forgetting,
): Promise<void> {
  await removeMember(tx, desk, forgetting);
  await announceForgotten(tx, desk, forgetting);
}

/** The visits that are gone were in numbers of many days, and the member was in lists of open windows. */
async function announceForgotten(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock'>,
  { locationId }: { locationId: string },
): Promise<void> {
  await makeDue(tx, { kind: 'countForReports', locationId, now: new Date(desk.clock()) });
  for (const event of liveEventNames) await notifyLive(tx, { locationId, event });
}

async function removeMember(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock' | 'secret' | 'badgeKey'>,
  { locationId, accountId, at = new Date(desk.clock()), isOptOut = false, erasure }: Forgetting,
): Promise<void> {
  // lock order: tasks before the mirror
  await lockTasks(tx, locationId);
  await markForgotten(tx, { locationId, accountId, at, isOptOut });
  const former = await withoutThoseOfOthers(tx, { locationId, accountId, scans: erasure?.scans ?? [] });
  const scans = [...(await readScans(tx, { locationId, accountId })), ...former];
  if (erasure) await markForgottenScans(tx, desk, { locationId, scans, at });
  await lockCounts(tx, locationId);
  const tapIds = await forgetVisits(tx, { locationId, accountId, scans });
  await tx
    .update(webhookInbox)
    .set({ accountId: null })
    .where(and(eq(webhookInbox.locationId, locationId), eq(webhookInbox.accountId, accountId)));
  await tx
    .update(auditLog)
    .set({ reason: null, cause: null })
    .where(isEntryOf({ locationId, names: [accountId], tapIds }));
  await tx
    .update(auditLog)
    .set({ accountId: pseudonymOf(accountId, desk.secret) })
    .where(and(eq(auditLog.locationId, locationId), eq(auditLog.accountId, accountId)));
  // a colleague who opts out as a member still works here
  const staysLinked = isOptOut && (await isColleague(tx, { locationId, accountId }));
  if (!staysLinked) {
    await tx.update(staffLocations).set({ accountId: null }).where(isLinkOf({ locationId, accountId }));
  }
  await forgetTasksOf(tx, { locationId, accountIds: [accountId], isAuthorKept: staysLinked });
  await forgetMigrationsOf(tx, { locationId, accountId });
  await forgetFailuresOfCards(tx, desk);
  for (const table of ofAccount) {
    await tx.delete(table).where(and(eq(table.locationId, locationId), eq(table.accountId, accountId)));
  }
}

/**
 * Takes the locks that the triggers of visits and of training need, before any row is deleted. The triggers take them at the end of a
 * statement, which already holds rows for which the owner of a lock may wait. A change of the time zone takes them in this order, too.
 */
async function lockCounts(tx: Queryable, locationId: string): Promise<void> {
  await tx.select({ id: locations.id }).from(locations).where(eq(locations.id, locationId)).for('key share');
  await lockHours(tx, locationId);
  await lockTrainingDays(tx, locationId);
}

const isLinkOf = ({ locationId, accountId }: MemberKey) =>
  and(eq(staffLocations.locationId, locationId), eq(staffLocations.accountId, accountId));

/** Whether the account is that of somebody who works at the location. */
export const isColleague = async (tx: Queryable, member: MemberKey): Promise<boolean> =>
  (await tx.$count(staffLocations, isLinkOf(member))) > 0;

/**
 * Forgets a member, and writes the audit log with their pseudonym, in one transaction. It is repeated after a deadlock, which is likelier
 * than elsewhere, because it locks more than anything else, and a person waits for it.
 */
export function forgetWithEntry(
  desk: DeskContext,
  { locationId, accountId, staffId, erasure }: MemberKey & { staffId: string; erasure?: Erasure | undefined },
): Promise<void> {
  return repeatAfterDeadlock(() =>
    desk.db.transaction(async (tx) => {
      await forgetMember(tx, desk, { locationId, accountId, erasure });
      const action = erasure ? 'eraseMember' : 'endMembership';
      await writeAudit(tx, desk, { locationId, accountId: pseudonymOf(accountId, desk.secret), staffId, action });
    }),
  );
}

/** A member whom the platform did not know when it was asked for them. */
export interface Gone {
  accountId: string;
  askedAt: Date;
}

/**
 * Forgets members whom the platform does not know, except those whom it has returned since it was asked, and those with an open
 * visit: as no person has erased them, a manager first has to see each visit that the platform will not accept.
 * @returns how many were forgotten
 */
export async function forgetGone(
  desk: DeskContext,
  { locationId, gone }: { locationId: string; gone: readonly Gone[] },
): Promise<number> {
  let forgotten = 0;
  try {
    for (const one of gone) {
      // one transaction each: scans wait for its end
      if (await desk.db.transaction((tx) => forgetIfGone(tx, desk, { locationId, ...one }))) forgotten += 1;
    }
  } finally {
    // once: counting for reports takes locks that the next deletion needs
    if (forgotten > 0) await desk.db.transaction((tx) => announceForgotten(tx, desk, { locationId }));
  }
  return forgotten;
}

async function forgetIfGone(
  tx: Queryable,
  desk: DeskContext,
  { locationId, accountId, askedAt }: Gone & { locationId: string },
): Promise<boolean> {
  await lockTasks(tx, locationId);
  await lockForgetting(tx, locationId);
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
  if ((await tx.$count(members, and(isMember, gt(members.syncedAt, askedAt)))) > 0) return false;
  const scans = await readScans(tx, { locationId, accountId });
  if ((await tx.$count(visits, and(isVisitOf({ locationId, accountId, scans }), isOpenVisit()))) > 0) return false;
  await removeMember(tx, desk, { locationId, accountId, at: askedAt });
  return true;
}

const pseudonymPrefix = 'forgotten-';

/** Whether the audit log names a forgotten member. */
export const isPseudonym = (accountId: string): boolean => accountId.startsWith(pseudonymPrefix);

const keys = new Map<string, Buffer>();

/** Derived once: a list may have hundreds of thousands of ids. */
function keyOf(secret: string): Buffer {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'front-desk pseudonyms', 32));
  keys.set(secret, key);
  return key;
}

/** The pseudonym of a forgotten member in the audit log: a keyed hash, the same for the same member as long as the secret is. */
export function pseudonymOf(accountId: string, secret: string): string {
  return `${pseudonymPrefix}${createHmac('sha256', keyOf(secret)).update(accountId).digest('base64url')}`;
}

/** The pseudonyms of a member under each secret of the desk: while one is being changed there are two. */
export const pseudonymsOf = (
  accountId: string,
  { secret, previousSecret }: Pick<DeskContext, 'secret' | 'previousSecret'>,
): string[] => [secret, previousSecret].filter((one) => one !== undefined).map((one) => pseudonymOf(accountId, one));

/**
 * Deletes the visits and refusals of the member, also unresolved ones of their cards, and the stored answers to their taps.
 * @returns the tap ids of the visits
 */
async function forgetVisits(
  tx: Queryable,
  { locationId, accountId, scans }: MemberKey & { scans: readonly ScannedCard[] },
): Promise<string[]> {
  await leaveToHolder(tx, { locationId, accountId });
  const forgotten = await tx
    .delete(visits)
    .where(isVisitOf({ locationId, accountId, scans }))
    .returning({ tapId: visits.tapId });
  const tapIds = forgotten.map(({ tapId }) => tapId);
  await tx.delete(refusals).where(isRefusalOf({ locationId, accountId, tapIds }));
  await tx.delete(taps).where(isTapOf({ locationId, accountId, scans, tapIds }));
  return tapIds;
}
