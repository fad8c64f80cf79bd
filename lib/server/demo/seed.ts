import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { refuseUnsafePassword } from '#lib/server/auth/safe-password.ts';
import { staffInput, staffRole } from '#lib/server/auth/staff-input.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { legacyAddress } from '#lib/server/base/env.ts';
import { seal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { slugOf } from '#lib/server/locations/slug.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import { hashPassword, verifyPassword } from '#shared/password/password.ts';

export const demoPlan = z.object({
  locations: z.array(
    z.object({
      name: z.string().min(1),
      timeZone: z.string().min(1),
      capacity: z.number().int().positive().nullish(),
      apiUrl: z.url(),
      apiKey: z.string().min(1),
      v1: z.object({ url: legacyAddress('v1.url'), gymId: z.string().min(1), token: z.string().min(1) }).optional(),
      dataExport: z.object({ url: z.url(), key: z.string().min(1) }).optional(),
    }),
  ),
  staff: z.array(
    staffInput.extend({
      role: staffRole,
      /** The person's own account at the platform of each location, in their order. */
      accountIds: z.array(z.string().min(1)).default([]),
    }),
  ),
  cards: z.array(z.object({ value: z.string(), name: z.string(), shows: z.string() })),
  presence: z.array(
    z.object({ locationIndex: z.number().int().min(0), accountId: z.string().min(1), since: z.iso.datetime() }),
  ),
});
type DemoPlan = z.infer<typeof demoPlan>;

/**
 * Seeds the desk by a plan. Idempotent: a repeat updates what has changed.
 * @throws ActionFailure `invalidInput` for a password that is easy to guess; then nothing is written
 */
export async function seedDemo(desk: DeskContext, plan: DemoPlan): Promise<{ locations: Location[] }> {
  for (const { password, ...person } of plan.staff) {
    await refuseUnsafePassword(password, { ...person, gyms: plan.locations });
  }
  const seeded: Location[] = [];
  for (const location of plan.locations) seeded.push(await seedLocation(desk, location, plan.cards));
  for (const person of plan.staff) await seedStaff(desk, person, seeded);
  await Promise.all(plan.presence.map((entry) => seedPresence(desk, seeded[entry.locationIndex], entry)));
  return { locations: seeded };
}

async function seedLocation(
  desk: DeskContext,
  plan: DemoPlan['locations'][number],
  demoCards: DemoCard[],
): Promise<Location> {
  const { db, secret } = desk;
  const { name, timeZone, capacity = null, apiUrl, apiKey } = plan;
  // a manager may have renamed it, or added another one of this name
  const [known] = await db
    .select()
    .from(locations)
    .where(eq(locations.slug, slugOf(name)));
  const { id } = known ?? (await addLocation(db, { id: desk.newId(), ...plan, secret, now: new Date(desk.clock()) }));
  const sealedApiKey = seal({ secret }, { plain: apiKey, locationId: id, field: 'apiKey' });
  const [location] = await db
    .update(locations)
    .set({
      timeZone,
      capacity,
      apiUrl,
      sealedApiKey,
      enteredAddresses: known?.enteredAddresses.filter((address) => address !== 'apiUrl') ?? [],
      demoCards,
      setUpDoneAt: known?.setUpDoneAt ?? new Date(desk.clock()),
    })
    .where(eq(locations.id, id))
    .returning();
  if (!location) throw new Error('The location does not exist any more.');
  const { v1, dataExport } = plan;
  const change = {
    ...(v1 && v1.url !== location.v1Url ? { v1Url: v1.url, v1GymId: v1.gymId, v1Token: v1.token } : {}),
    ...(dataExport && dataExport.url !== location.exportUrl
      ? { exportUrl: dataExport.url, exportKey: dataExport.key }
      : {}),
  };
  return Object.keys(change).length === 0 ? location : setLocation(desk, { locationId: id, change, by: null });
}

async function seedStaff(desk: DeskContext, person: DemoPlan['staff'][number], seeded: Location[]): Promise<void> {
  const { db } = desk;
  const staffId = await seedPerson(desk, person, seeded);
  for (const [index, accountId] of person.accountIds.entries()) {
    const locationId = seeded[index]?.id ?? '';
    const unlinked = and(
      eq(staffLocations.locationId, locationId),
      eq(staffLocations.staffId, staffId),
      isNull(staffLocations.accountId),
    );
    await db.update(staffLocations).set({ accountId }).where(unlinked);
  }
}

async function seedPerson(
  desk: DeskContext,
  { accountIds: _, ...person }: DemoPlan['staff'][number],
  seeded: Location[],
): Promise<string> {
  const { db } = desk;
  const { name, role, password } = person;
  const locationIds = seeded.map(({ id }) => id);
  const [known] = await db.select().from(staff).where(eq(staff.email, person.email.toLowerCase()));
  if (!known) return createStaff(db, desk, { ...person, locationIds });
  const isSame = await verifyPassword(known.passwordHash, password);
  await db
    .update(staff)
    .set({ name, role, passwordHash: isSame ? known.passwordHash : await hashPassword(password) })
    .where(eq(staff.id, known.id));
  await giveLocations(db, known.id, locationIds);
  return known.id;
}

async function giveLocations(db: Queryable, staffId: string, locationIds: string[]): Promise<void> {
  await db
    .insert(staffLocations)
    .values(locationIds.map((locationId) => ({ locationId, staffId })))
    .onConflictDoNothing();
}

/** Records a member who is in according to the platform as arrived through a turnstile, and reads the member. */
async function seedPresence(
  desk: DeskContext,
  location: Location | undefined,
  { accountId, since }: DemoPlan['presence'][number],
): Promise<void> {
  if (!location) throw new Error('The presence names a location that the plan does not have.');
  const found = await findMember(
    { desk, actor: { location } },
    { lookupKey: { kind: 'accountId', value: accountId }, urgency: 'background' },
  );
  if (found.kind === 'unknown') return;
  await desk.db
    .insert(elsewhereEvents)
    .values({ locationId: location.id, accountId, kind: 'checkIn', at: new Date(since) })
    .onConflictDoNothing();
}
