import { createStaff } from '#lib/server/auth/create-staff.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import type { HerdGym } from './gyms.ts';

// Adds gyms to a desk, each with a staff member. A process of its own, because it is server code of the desk.

export interface LocationsOrder {
  databaseUrl: string;
  secret: string;
  platformUrl: string;
  password: string;
  gyms: readonly Pick<HerdGym, 'gymId' | 'name' | 'apiKey'>[];
}

/** The staff member of each gym, by gym id. */
export type HerdStaff = Record<string, { staffId: string; email: string }>;

process.once('message', async ({ databaseUrl, secret, platformUrl, password, gyms }: LocationsOrder) => {
  const { db, close } = openDatabase(databaseUrl);
  const staff: HerdStaff = {};
  const made = { newId: () => crypto.randomUUID(), clock: Date.now };
  for (const { gymId: id, name, apiKey } of gyms) {
    const location = { id, name, timeZone: 'Europe/Berlin', apiUrl: platformUrl, apiKey };
    await addLocation(db, { ...location, secret, now: new Date() });
    const person = { email: `${id}@example.org`, name: 'Ana Keller', role: 'reception', password } as const;
    staff[id] = { staffId: await createStaff(db, made, { ...person, locationIds: [id] }), email: person.email };
  }
  await close();
  process.send?.(staff, () => process.disconnect());
});
