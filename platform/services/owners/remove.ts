import { eq } from 'drizzle-orm';
import { owners } from '#platform/db/schema/owners.ts';
import type { Operator } from '#platform/services/operator.ts';
import { addressOf } from '#shared/sign-in/browser.ts';
import { noOwner } from './remove-passkeys.ts';

/** Removes an owner. All their sessions end with the next request; keys they created stay valid. */
export async function removeOwner({ sql }: Operator, email: string) {
  const [removed] = await sql
    .delete(owners)
    .where(eq(owners.email, addressOf(email)))
    .returning();
  if (!removed) throw noOwner(email);
  return { email: removed.email, gymId: removed.gymId };
}
