import { eq } from 'drizzle-orm';
import { owners } from '#platform/db/schema/owners.ts';
import { requireGym } from '#platform/services/gyms/require.ts';
import { type Operator, OperatorMistake } from '#platform/services/operator.ts';
import { hashPassword } from '#shared/password/password.ts';
import { longestPassword, shortestPassword } from '#shared/password/password-length.ts';
import { refusePassword } from '#shared/password/refuse-password.ts';
import { addressOf } from '#shared/sign-in/browser.ts';
import { forgetAccess } from './remove-passkeys.ts';

interface NewOwner {
  gymId: string;
  email: string;
  password: string;
}

const passwordMistakes = {
  tooShort: `The password must be at least ${shortestPassword} characters long.`,
  tooLong: `The password must be at most ${longestPassword} characters long.`,
  tooCommon: 'The password is one of the most used: choose another one.',
  mainlyNames: 'The password is mainly the address of the owner or the name of the gym: choose another one.',
};

/**
 * Creates an owner of a gym. If the address owns that gym already, its password is replaced, all its
 * passkeys are removed and all its sessions end.
 * @throws OperatorMistake if the address owns another gym, or the password has a wrong length, is too common or mainly a name
 */
export async function createOwner(operator: Operator, { gymId, email, password }: NewOwner) {
  const { sql, ids, clock } = operator;
  const gym = await requireGym(operator, gymId);
  const mistake = await refusePassword(password, { person: [email], gyms: [gym.name] });
  if (mistake) throw new OperatorMistake(passwordMistakes[mistake]);
  const passwordHash = await hashPassword(password);
  const [owner] = await sql
    .insert(owners)
    .values({
      ownerId: ids.uuid(),
      chainId: gym.chainId,
      gymId: gym.gymId,
      email: addressOf(email),
      passwordHash,
      createdAt: clock(),
    })
    .onConflictDoUpdate({ target: owners.email, set: { passwordHash }, setWhere: eq(owners.gymId, gym.gymId) })
    .returning();
  if (!owner) throw new OperatorMistake('This address owns another gym: one address owns one gym.');
  // a thief may have added a passkey
  await forgetAccess(operator, owner.ownerId);
  return { ownerId: owner.ownerId, email: owner.email, gymId: gym.gymId, gym: gym.name };
}
