import 'server-only';
import { and, asc, eq, exists, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { isUsablePasskey } from '#lib/server/auth/passkeys/find-passkeys.ts';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { staff, staffBadges, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import type { ManagersHere } from '#lib/wire/manager-override.ts';
import { byName } from '#lib/wire/names/by-name.ts';

/** Nobody reads more names at a counter. */
const most = 20;

/** The managers whom reception can call to a refusal: those with a badge or a passkey, by one of which they decide. */
export async function readManagersHere({ desk, actor }: ActorContext): Promise<ManagersHere> {
  const isHere = eq(staffLocations.locationId, actor.location.id);
  const hasUsable = exists(
    desk.db
      .select({ one: sql`1` })
      .from(staffPasskeys)
      .where(and(eq(staffPasskeys.staffId, staff.id), isUsablePasskey(desk))),
  );
  const rows = await desk.db
    .select({ name: staff.name })
    .from(staff)
    .innerJoin(staffLocations, and(eq(staffLocations.staffId, staff.id), isHere))
    .leftJoin(staffBadges, eq(staffBadges.staffId, staff.id))
    .where(and(eq(staff.role, 'manager'), isNull(staff.disabledAt), or(isNotNull(staffBadges.staffId), hasUsable)))
    .orderBy(asc(staff.name))
    .limit(most);
  return { names: rows.toSorted(byName).map(({ name }) => name) };
}
