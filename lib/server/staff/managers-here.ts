import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import type { ManagersHere } from '#lib/wire/manager-override.ts';

/** Nobody reads more names at a counter. */
const most = 20;

/** The managers whom reception can call to a refusal. */
export async function readManagersHere({ desk, actor }: ActorContext): Promise<ManagersHere> {
  const isHere = eq(staffLocations.locationId, actor.location.id);
  const rows = await desk.db
    .select({ name: staff.name })
    .from(staff)
    .innerJoin(staffLocations, and(eq(staffLocations.staffId, staff.id), isHere))
    .where(and(eq(staff.role, 'manager'), isNull(staff.disabledAt)))
    .orderBy(asc(staff.name))
    .limit(most);
  return { names: rows.map(({ name }) => name) };
}
