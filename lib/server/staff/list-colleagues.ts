import 'server-only';
import { and, asc, eq, gt, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isLockedBadge } from '#lib/server/auth/badge/badge-failures.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnLocations } from '#lib/server/auth/own-locations.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { badgeFailures, staff, staffBadges, staffLocations } from '#lib/server/db/schema/staff.ts';
import { displayNameOf, initialsOf } from '#lib/wire/names/person-name.ts';
import type { Colleague, ColleagueList } from '#lib/wire/staff.ts';
import { failureWindowMs } from '#shared/sign-in/attempts.ts';

const elsewhere = alias(staffLocations, 'elsewhere');

/** The staff of the location, those who can sign in first, by name. */
export async function listColleagues({ desk, actor, staff: manager }: StaffContext): Promise<ColleagueList> {
  const own = (await readOwnLocations(desk.db, manager.id)).map(({ id }) => id);
  const worksElsewhere = desk.db
    .select({ one: sql`1` })
    .from(elsewhere)
    .where(and(eq(elsewhere.staffId, staff.id), notInArray(elsewhere.locationId, own)));
  const rows = await desk.db
    .select({
      staff,
      hasBadge: sql<boolean>`${isNotNull(staffBadges.staffId)}`,
      badgeLockedAt: badgeFailures.failedAt,
      mayGiveBadge: sql<boolean>`not exists (${worksElsewhere})`,
      accountId: staffLocations.accountId,
      firstName: members.firstName,
      lastName: members.lastName,
      membershipId: members.membershipId,
    })
    .from(staffLocations)
    .innerJoin(staff, eq(staff.id, staffLocations.staffId))
    .leftJoin(staffBadges, eq(staffBadges.staffId, staff.id))
    .leftJoin(badgeFailures, and(eq(badgeFailures.cardDigest, staffBadges.cardDigest), isLockedBadge))
    .leftJoin(
      members,
      and(eq(members.locationId, staffLocations.locationId), eq(members.accountId, staffLocations.accountId)),
    )
    .where(eq(staffLocations.locationId, actor.location.id))
    .orderBy(sql`${isNull(staff.disabledAt)} desc`, asc(staff.name), asc(staff.id));
  const locks = await readPasswordLocks(
    desk,
    rows.map(({ staff: { id } }) => id),
  );
  return {
    colleagues: rows.map(({ staff: { id, name, role, email, disabledAt }, accountId, ...row }) => {
      const isKnown = row.firstName !== null || row.lastName !== null;
      return {
        id,
        name,
        initials: initialsOf(name),
        role,
        email,
        isDisabled: disabledAt !== null,
        passwordLock: locks.get(id) ?? null,
        hasBadge: row.hasBadge,
        mayGiveBadge: row.mayGiveBadge,
        badgeLockedAt: row.badgeLockedAt?.toISOString() ?? null,
        account: accountId === null ? null : { name: isKnown ? displayNameOf({ ...row, accountId }) : null },
      };
    }),
  };
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
