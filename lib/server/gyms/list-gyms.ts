import 'server-only';
import { asc, eq, inArray } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { optOutChecks } from '#lib/server/db/schema/opt-outs.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { distinctNames } from '#lib/server/locations/distinct-names.ts';
import { confirmedOf, questionOf } from '#lib/server/opt-outs/read-opt-outs.ts';
import type { GymList, GymPerson } from '#lib/wire/gyms.ts';
import { byName } from '#lib/wire/names/by-name.ts';

/** The gyms of the manager, retired ones last, and who works at which of them. */
export async function listGyms({ desk, staff: manager }: StaffContext): Promise<GymList> {
  const own = await readOwnIds(desk.db, manager.id);
  const found = await desk.db
    .select({
      id: locations.id,
      slug: locations.slug,
      name: locations.name,
      timeZone: locations.timeZone,
      retiredAt: locations.retiredAt,
      check: optOutChecks,
    })
    .from(locations)
    .leftJoin(optOutChecks, eq(optOutChecks.locationId, locations.id))
    .where(inArray(locations.id, own));
  const gyms = distinctNames(found).map(({ check, retiredAt, ...gym }) => ({
    ...gym,
    retiredAt: retiredAt?.toISOString() ?? null,
    // the office of a gym in use says so itself
    optOutsWaitSince: (retiredAt && check?.failingSince?.toISOString()) ?? null,
    optOutsAsked: retiredAt && questionOf(check, desk.clock()),
    optOutsConfirmed: retiredAt && confirmedOf(check, desk.clock()),
  }));
  const rows = await desk.db
    .select({
      id: staff.id,
      name: staff.name,
      role: staff.role,
      disabledAt: staff.disabledAt,
      gymId: staffLocations.locationId,
    })
    .from(staffLocations)
    .innerJoin(staff, eq(staff.id, staffLocations.staffId))
    .where(inArray(staffLocations.locationId, own))
    .orderBy(asc(staff.id));
  const people = new Map<string, GymPerson>();
  for (const { id, name, role, disabledAt, gymId } of rows) {
    const person = people.get(id) ?? { id, name, role, isDisabled: disabledAt !== null, gymIds: [] };
    person.gymIds.push(gymId);
    people.set(id, person);
  }
  const isRetired = ({ retiredAt }: (typeof gyms)[number]) => Number(retiredAt !== null);
  return {
    gyms: gyms.toSorted((one, other) => isRetired(one) - isRetired(other) || byName(one, other)),
    people: [...people.values()].toSorted(byName),
  };
}
