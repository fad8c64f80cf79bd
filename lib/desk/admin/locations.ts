import 'server-only';
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';
import type { Queryable } from '#lib/db/client.ts';
import { locations } from '#lib/db/schema/locations.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import { addLocation } from '#lib/desk/locations/add-location.ts';
import { guardedOrigin, timeZoneName } from '#lib/env.ts';
import { ActionFailure } from '#lib/failure.ts';

const input = z.object({
  name: requiredText(200),
  timeZone: timeZoneName('--time-zone'),
  apiUrl: guardedOrigin('--api-url', 'https://api.example.com'),
  apiKey: z.string().trim().min(1, 'Give the API key of the gym on standard input.'),
  capacity: z.coerce.number().int().positive('Must be a number of people.').optional(),
});

/** @param typed what came by standard input: the API key */
export async function addLocationCommand(desk: DeskContext, options: unknown, typed: string) {
  const location = input.parse({ ...(options as object), apiKey: typed }); // safe because: commander passes an object
  return desk.db.transaction(async (tx) => {
    const [known] = await tx.select().from(locations).where(eq(locations.name, location.name));
    if (known) throw new ActionFailure('conflict', `There is a location named ${location.name} already.`);
    const now = new Date(desk.clock());
    const { id, name } = await addLocation(tx, { id: desk.newId(), ...location }, { secret: desk.secret, now });
    await writeAudit(tx, desk, { locationId: id, staffId: null, action: 'addLocation' });
    return { id, name };
  });
}

/** All locations by name, without their credentials. */
export function listLocations(db: Queryable) {
  const { id, name, timeZone, capacity, apiUrl, retiredAt } = locations;
  return db.select({ id, name, timeZone, capacity, apiUrl, retiredAt }).from(locations).orderBy(asc(name));
}
