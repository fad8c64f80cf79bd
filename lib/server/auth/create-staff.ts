import 'server-only';
import { inArray } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { hashPassword } from '#shared/password/password.ts';
import { refuseUnsafePassword } from './safe-password.ts';

export interface NewStaff {
  email: string;
  name: string;
  role: StaffRole;
  password: string;
  locationIds: string[] | 'all';
}

/**
 * @returns the id of the new staff member
 * @throws ActionFailure `conflict` where the e-mail address is taken, `notFound` for an unknown location, `invalidInput` for a
 * password that is easy to guess
 */
export async function createStaff(
  db: Queryable,
  core: Pick<DeskContext, 'newId' | 'clock'>,
  { password, ...person }: NewStaff,
): Promise<string> {
  const gyms = await db.select({ name: locations.name }).from(locations).where(areGiven(person.locationIds));
  await refuseUnsafePassword(password, { ...person, gyms });
  return insertStaff(db, core, { ...person, passwordHash: await hashPassword(password) });
}

/** The same, with a password that is hashed already; null for a person who chooses it later, by an invitation. */
export function insertStaff(
  db: Queryable,
  { newId, clock }: Pick<DeskContext, 'newId' | 'clock'>,
  { email, name, role, passwordHash, locationIds }: Omit<NewStaff, 'password'> & { passwordHash: string | null },
): Promise<string> {
  return db.transaction(async (tx) => {
    const id = newId();
    const [created] = await tx
      .insert(staff)
      .values({
        id,
        email: email.trim().toLowerCase(),
        name,
        role,
        createdAt: new Date(clock()),
        passwordHash,
        passwordBy: passwordHash === null ? null : id,
      })
      .onConflictDoNothing({ target: staff.email })
      .returning();
    if (!created)
      throw new ActionFailure('conflict', 'This e-mail address is taken.', {
        fieldErrors: { email: 'Is taken already.' },
      });
    const given = await tx.select({ locationId: locations.id }).from(locations).where(areGiven(locationIds));
    if (locationIds !== 'all' && given.length < new Set(locationIds).size) {
      throw new ActionFailure('notFound', 'There is no such location.');
    }
    if (given.length === 0) throw new ActionFailure('notFound', 'There is no location yet: add one first.');
    await tx.insert(staffLocations).values(given.map(({ locationId }) => ({ locationId, staffId: id })));
    return id;
  });
}

const areGiven = (locationIds: NewStaff['locationIds']) =>
  locationIds === 'all' ? isInUse : inArray(locations.id, locationIds);
