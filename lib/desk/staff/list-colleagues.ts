import 'server-only';
import { and, asc, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isLockedBadge } from '#lib/auth/badge/badge-failures.ts';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import { members } from '#lib/db/schema/directory.ts';
import { badgeFailures, staff, staffBadges, staffLocations } from '#lib/db/schema/staff.ts';
import { displayNameOf, initialsOf } from '#lib/desk/directory/member.ts';
import type { ColleagueList } from './colleague.ts';

const elsewhere = alias(staffLocations, 'elsewhere');

/** The staff of the location, those who can sign in first, by name. */
export async function listColleagues({ desk, at, locations }: StaffContext): Promise<ColleagueList> {
  const own = locations.map(({ id }) => id);
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
    .where(eq(staffLocations.locationId, at.location.id))
    .orderBy(sql`${isNull(staff.disabledAt)} desc`, asc(staff.name), asc(staff.id));
  return {
    colleagues: rows.map(({ staff: { id, name, role, email, disabledAt }, accountId, ...row }) => {
      const isKnown = row.firstName !== null || row.lastName !== null;
      return {
        ...{ id, name, initials: initialsOf(name), role, email, isDisabled: disabledAt !== null },
        ...{ hasBadge: row.hasBadge, mayGiveBadge: row.mayGiveBadge },
        badgeLockedAt: row.badgeLockedAt?.toISOString() ?? null,
        account: accountId === null ? null : { name: isKnown ? displayNameOf({ ...row, accountId }) : null },
      };
    }),
  };
}
