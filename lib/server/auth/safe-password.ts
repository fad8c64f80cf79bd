import 'server-only';
import { eq } from 'drizzle-orm';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { longestPassword, shortestPassword } from '#shared/password/password-length.ts';
import { type PasswordMistake, refusePassword } from '#shared/password/refuse-password.ts';

/** Names that an attacker would try: the person's, and those of their gyms. */
interface KnownNames extends Pick<Staff, 'name' | 'email'> {
  gyms: readonly { name: string }[];
}

const mistakeOf = (password: string, { name, email, gyms }: KnownNames) =>
  refusePassword(password, { person: [name, email], gyms: gyms.map((gym) => gym.name) });

/** Whether a password follows the rules, and does not consist mainly of the names of the person and their gyms. */
export async function isSafePassword(
  db: Queryable,
  { id, ...person }: Pick<Staff, 'id' | 'name' | 'email'>,
  password: string,
): Promise<boolean> {
  const gyms = await db
    .select({ name: locations.name })
    .from(locations)
    .innerJoin(staffLocations, eq(staffLocations.locationId, locations.id))
    .where(eq(staffLocations.staffId, id));
  return (await mistakeOf(password, { ...person, gyms })) === undefined;
}

const mistakes = {
  tooShort: `Must be at least ${shortestPassword} characters long.`,
  tooLong: `Must be at most ${longestPassword} characters long.`,
  tooCommon: 'Is one of the most used passwords: choose another one.',
  mainlyNames: 'Is mainly the name of the person or of a gym: choose another one.',
} satisfies Record<PasswordMistake, string>;

/** @throws ActionFailure `invalidInput` for a password of a wrong length, one of the most used, and one that consists mainly of names */
export async function refuseUnsafePassword(password: string, names: KnownNames): Promise<void> {
  const mistake = await mistakeOf(password, names);
  if (!mistake) return;
  const sentence = mistakes[mistake];
  throw new ActionFailure('invalidInput', `Password: ${sentence}`, { fieldErrors: { password: sentence } });
}
