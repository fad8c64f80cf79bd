import { eq } from 'drizzle-orm';
import { ownerPasskeys, owners } from '#platform/db/schema/owners.ts';
import { type Operator, OperatorMistake } from '#platform/services/operator.ts';
import { addressOf } from '#shared/sign-in/browser.ts';
import { forgetEnrolment } from './enrolment.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * Removes all passkeys of an owner who has lost a device, which may be signed in: all sessions end, too. Where the platform requires
 * one, the owner may again put it off for some days, also without having had any.
 */
export async function removePasskeys(operator: Operator, email: string) {
  const { sql } = operator;
  // a sign-in by one of them that is under way comes first, and ends
  const [owner] = await sql
    .select()
    .from(owners)
    .where(eq(owners.email, addressOf(email)))
    .for('update');
  if (!owner) throw noOwner(email);
  const passkeys = await forgetAccess(operator, owner.ownerId);
  return { email: owner.email, gymId: owner.gymId, removedPasskeys: passkeys };
}

/**
 * Removes all passkeys of an owner, and ends all sessions.
 * @returns the number of passkeys
 */
export async function forgetAccess({ sql }: Pick<Operator, 'sql'>, ownerId: string): Promise<number> {
  const isOf = eq(ownerPasskeys.ownerId, ownerId);
  const removed = await sql.delete(ownerPasskeys).where(isOf).returning({ id: ownerPasskeys.id });
  await forgetEnrolment(sql, ownerId);
  await endSessionsOf(sql, ownerId);
  return removed.length;
}

export const noOwner = (email: string) =>
  new OperatorMistake(`There is no owner ${addressOf(email)}: \`list-owners\` shows those there are.`);
