import 'server-only';
import { and, asc, desc, eq, exists, gt, inArray, isNotNull, notExists, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isLockedBadge } from '#lib/server/auth/badge/badge-failures.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import { isUsablePasskey, readWhoLacksPasskey } from '#lib/server/auth/passkeys/find-passkeys.ts';
import { attemptsAsPerson } from '#lib/server/auth/session/audit-sign-in.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import {
  badgeFailures,
  staff,
  staffBadges,
  staffLocations,
  staffPasskeys,
  staffSessions,
} from '#lib/server/db/schema/staff.ts';
import { distinctNames } from '#lib/server/locations/distinct-names.ts';
import { type AuditAction, auditActions } from '#lib/wire/audit-actions.ts';
import { kindOfAction } from '#lib/wire/audit-log.ts';
import { byName } from '#lib/wire/names/by-name.ts';
import { displayNameOf, initialsOf } from '#lib/wire/names/person-name.ts';
import type { Colleague, ColleagueList } from '#lib/wire/staff.ts';
import { failureWindowMs } from '#shared/sign-in/attempts.ts';

const elsewhere = alias(staffLocations, 'elsewhere');

/**
 * The staff of the location, those who can sign in first, by name; and who works only at retired locations of the manager, whom no
 * list of a location in use would show.
 */
export async function listColleagues({ desk, actor, staff: manager }: StaffContext): Promise<ColleagueList> {
  const own = await readOwnIds(desk.db, manager.id);
  const given = await desk.db
    .select({ id: locations.id, name: locations.name, slug: locations.slug, retiredAt: locations.retiredAt })
    .from(locations)
    .where(inArray(locations.id, own))
    .orderBy(desc(isInUse), asc(locations.createdAt), asc(locations.name));
  const here = actor.location.id;
  const worksElsewhere = desk.db
    .select({ one: sql`1` })
    .from(elsewhere)
    .where(and(eq(elsewhere.staffId, staff.id), notInArray(elsewhere.locationId, own)));
  const rows = await desk.db
    .select({
      staff,
      hasBadge: sql<boolean>`${isNotNull(staffBadges.staffId)}`,
      hasPasskey: exists(
        desk.db
          .select({ one: sql`1` })
          .from(staffPasskeys)
          .where(and(eq(staffPasskeys.staffId, staff.id), isUsablePasskey(desk))),
      ).mapWith(Boolean),
      badgeLockedAt: badgeFailures.failedAt,
      isFullyManaged: sql<boolean>`not exists (${worksElsewhere})`,
      worksHere: sql<boolean>`${isNotNull(staffLocations.staffId)}`,
      accountId: staffLocations.accountId,
      mayReadReports: staffLocations.mayReadReports,
      firstName: members.firstName,
      lastName: members.lastName,
      membershipId: members.membershipId,
    })
    .from(staff)
    .leftJoin(staffLocations, and(eq(staffLocations.staffId, staff.id), eq(staffLocations.locationId, here)))
    .leftJoin(staffBadges, eq(staffBadges.staffId, staff.id))
    .leftJoin(badgeFailures, and(eq(badgeFailures.cardDigest, staffBadges.cardDigest), isLockedBadge))
    .leftJoin(
      members,
      and(eq(members.locationId, staffLocations.locationId), eq(members.accountId, staffLocations.accountId)),
    )
    .where(or(inArray(staff.id, staffAt(desk, here)), inArray(staff.id, staffOfRetired(desk, own))))
    .orderBy(asc(staff.id));
  const staffIds = rows.map(({ staff: { id } }) => id);
  const [lacking, locks, places, activity] = await Promise.all([
    readWhoLacksPasskey(desk.db, desk, inArray(staff.id, staffIds)),
    readPasswordLocks(desk, staffIds),
    readPlaces(desk, { staffIds, own }),
    readLastActivity(desk, { staffIds, own }),
  ]);
  return {
    locations: distinctNames(given).map(({ id, name, retiredAt }) => ({ id, name, isRetired: retiredAt !== null })),
    passkeysRequiredOf: actor.location.passkeysRequiredOf,
    colleagues: rows
      .toSorted(byUse)
      .map(({ staff: { id, name, role, email, disabledAt, passwordHash, passkeyDueAt }, accountId, ...row }) => {
        const isKnown = row.firstName !== null || row.lastName !== null;
        return {
          id,
          name,
          initials: initialsOf(name),
          role,
          email,
          isDisabled: disabledAt !== null,
          isInvited: passwordHash === null,
          lastActiveAt: activity.get(id)?.at?.toISOString() ?? null,
          lastDid: lastDidOf(activity.get(id)),
          locationIds: places.get(id) ?? [],
          passwordLock: locks.get(id) ?? null,
          hasBadge: row.hasBadge,
          hasPasskey: row.hasPasskey,
          lacksPasskey: lacking.has(id),
          passkeyDueAt: passkeyDueAt?.toISOString() ?? null,
          isFullyManaged: row.isFullyManaged,
          worksHere: row.worksHere,
          mayReadReports: row.mayReadReports ?? false,
          badgeLockedAt: row.badgeLockedAt?.toISOString() ?? null,
          account: accountId === null ? null : { name: isKnown ? displayNameOf({ ...row, accountId }) : null },
        };
      }),
  };
}

type Listed = { staff: Pick<typeof staff.$inferSelect, 'name' | 'disabledAt'> };

/** Whoever may sign in first, then by name. */
const byUse = ({ staff: one }: Listed, { staff: other }: Listed) =>
  Number(one.disabledAt !== null) - Number(other.disabledAt !== null) || byName(one, other);

const staffAt = ({ db }: Pick<DeskContext, 'db'>, locationId: string) =>
  db.select({ staffId: staffLocations.staffId }).from(staffLocations).where(eq(staffLocations.locationId, locationId));

/** Who works at one of these locations, and at none that is in use. */
function staffOfRetired({ db }: Pick<DeskContext, 'db'>, own: string[]) {
  const inUse = db
    .select({ one: sql`1` })
    .from(elsewhere)
    .innerJoin(locations, eq(locations.id, elsewhere.locationId))
    .where(and(eq(elsewhere.staffId, staffLocations.staffId), isInUse));
  return db
    .select({ staffId: staffLocations.staffId })
    .from(staffLocations)
    .where(and(inArray(staffLocations.locationId, own), notExists(inUse)));
}

/** Reads at which of these locations each person works. */
async function readPlaces(
  { db }: Pick<DeskContext, 'db'>,
  { staffIds, own }: { staffIds: string[]; own: string[] },
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .select({ staffId: staffLocations.staffId, locationId: staffLocations.locationId })
    .from(staffLocations)
    .where(and(inArray(staffLocations.staffId, staffIds), inArray(staffLocations.locationId, own)));
  const byPerson = Map.groupBy(rows, ({ staffId }) => staffId);
  return new Map([...byPerson].map(([staffId, of]) => [staffId, of.map(({ locationId }) => locationId)]));
}

interface Activity {
  /** The last time in a session or in the log. */
  at: Date | null;
  didAt: Date | null;
  did: AuditAction | null;
}

const lastDidOf = ({ did = null, didAt = null }: Partial<Activity> = {}): Colleague['lastDid'] =>
  did && didAt && { action: did, at: didAt.toISOString() };

/** Every session begins and ends with one of these, so the last of them would say little about what somebody did. */
const saysLittle = auditActions.filter((action) => ['signIns', 'denied'].includes(kindOfAction[action]));

/** Reads when each person was last active in a session, and what they last did that the audit log of these locations records. */
async function readLastActivity(
  { db }: Pick<DeskContext, 'db'>,
  { staffIds, own }: { staffIds: string[]; own: string[] },
): Promise<ReadonlyMap<string, Activity>> {
  const lastSession = db
    .select({ at: sql`max(${staffSessions.activeAt})` })
    .from(staffSessions)
    .where(eq(staffSessions.staffId, staff.id));
  const lastEntry = (without: AuditAction[], name: string) =>
    db
      .select({ at: auditLog.at, action: auditLog.action })
      .from(auditLog)
      .where(
        and(eq(auditLog.staffId, staff.id), inArray(auditLog.locationId, own), notInArray(auditLog.action, without)),
      )
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(1)
      .as(name);
  const last = lastEntry(attemptsAsPerson, 'last');
  const did = lastEntry(saysLittle, 'did');
  const rows = await db
    .select({
      id: staff.id,
      at: sql`greatest((${lastSession}), ${last.at})`.mapWith(staffSessions.activeAt),
      didAt: did.at,
      did: did.action,
    })
    .from(staff)
    .leftJoinLateral(last, sql`true`)
    .leftJoinLateral(did, sql`true`)
    .where(inArray(staff.id, staffIds));
  return new Map(rows.map(({ id, ...activity }) => [id, activity]));
}

/** Reads the latest locked password sign-in of each person, as far as the lock may still hold. */
async function readPasswordLocks(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  staffIds: readonly string[],
): Promise<ReadonlyMap<string | null, Colleague['passwordLock']>> {
  // narrows the log by its index on location and time
  const theirPlaces = db
    .select({ id: staffLocations.locationId })
    .from(staffLocations)
    .where(inArray(staffLocations.staffId, [...staffIds]));
  const locks = await db
    .select({ staffId: auditLog.staffId, at: auditLog.at, clientAddress: auditLog.clientAddress })
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.locationId, theirPlaces),
        eq(auditLog.action, 'signInLocked'),
        eq(auditLog.reason, 'password'),
        inArray(auditLog.staffId, [...staffIds]),
        gt(auditLog.at, new Date(clock() - failureWindowMs)),
      ),
    )
    .orderBy(asc(auditLog.at));
  return new Map(
    locks.map(({ staffId, at, clientAddress }) => [
      staffId,
      { at: at.toISOString(), clientAddress: clientAddress ?? '' },
    ]),
  );
}
