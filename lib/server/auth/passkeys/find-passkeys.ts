import 'server-only';
import { and, asc, eq, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, type StaffPasskey, staff, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import { requiresPasskeyOf } from '#lib/wire/staff.ts';
import { passkeyHostOf } from '#shared/passkeys/relying-party.ts';

type AtHost = Pick<DeskContext, 'url'>;

/** All passkeys of a person, oldest first, also those of a former host name of the desk. */
export const readPasskeys = (db: Queryable, staffId: string): Promise<StaffPasskey[]> =>
  db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, staffId))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id));

/**
 * Whether a passkey counts: only at the host name it belongs to can anybody use it. It is the desk's own, never the request's:
 * otherwise a request for another name would need no passkey.
 */
export const isUsable = (desk: AtHost, { rpId }: Pick<StaffPasskey, 'rpId'>): boolean => {
  const host = passkeyHostOf(desk.url);
  return host !== null && (rpId === null || rpId === host);
};

/** The same as a condition. */
export const isUsablePasskey = (desk: AtHost): SQL | undefined => {
  const host = passkeyHostOf(desk.url);
  return host === null ? sql`false` : or(isNull(staffPasskeys.rpId), eq(staffPasskeys.rpId, host));
};

/** Whether a person has a passkey: then the password alone does not sign them in. */
export const hasPasskey = async (db: Queryable, desk: AtHost, staffId: string): Promise<boolean> =>
  (await db.$count(staffPasskeys, and(eq(staffPasskeys.staffId, staffId), isUsablePasskey(desk)))) > 0;

/** The gyms in use that require a passkey of one of these persons, who works there. */
async function readRequiringGyms(db: Queryable, persons: SQL): Promise<{ id: string; gym: string }[]> {
  const places = await db
    .select({ id: staff.id, role: staff.role, requirement: locations.passkeysRequiredOf, gym: locations.name })
    .from(staff)
    .innerJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .innerJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(and(persons, ne(locations.passkeysRequiredOf, 'nobody'), isInUse))
    .orderBy(asc(locations.name));
  return places.filter(({ role, requirement }) => requiresPasskeyOf(role, requirement));
}

/** Of which of these persons a gym in use where they work requires a passkey. */
export const readWhoNeedsPasskey = async (db: Queryable, persons: SQL): Promise<ReadonlySet<string>> =>
  new Set((await readRequiringGyms(db, persons)).map(({ id }) => id));

/** Whether a gym requires a passkey of this person, and the desk has a host name that it can belong to. */
export const isPasskeyRequired = async (db: Queryable, desk: AtHost, { id }: Pick<Staff, 'id'>): Promise<boolean> =>
  passkeyHostOf(desk.url) !== null && (await readWhoNeedsPasskey(db, eq(staff.id, id))).has(id);

/** Which of these persons have to add a passkey. */
export async function readWhoLacksPasskey(db: Queryable, desk: AtHost, persons: SQL): Promise<ReadonlySet<string>> {
  if (passkeyHostOf(desk.url) === null) return new Set();
  const usable = db
    .select({ one: sql`1` })
    .from(staffPasskeys)
    .where(and(eq(staffPasskeys.staffId, staff.id), isUsablePasskey(desk)));
  return readWhoNeedsPasskey(db, and(persons, notExists(usable)) ?? persons);
}

/** Whether a person has to add a passkey. */
export const lacksPasskey = async (db: Queryable, desk: AtHost, { id }: Pick<Staff, 'id'>): Promise<boolean> =>
  (await readWhoLacksPasskey(db, desk, eq(staff.id, id))).has(id);

/**
 * Whoever has put off the passkey that their gym requires gives nobody access until they have added it.
 * @throws ActionFailure `passkeyRequired`
 */
export async function requireDuePasskey(desk: Pick<DeskContext, 'db' | 'url'>, person: Pick<Staff, 'id'>) {
  if (!(await lacksPasskey(desk.db, desk, person))) return;
  const [place] = await readRequiringGyms(desk.db, eq(staff.id, person.id));
  throw new ActionFailure('passkeyRequired', 'A gym of this person requires a passkey of them.', { gym: place?.gym });
}
