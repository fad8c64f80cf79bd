import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { ownerPasskeys, owners } from '#platform/db/schema/owners.ts';
import { sandboxOwnerLinks } from '#platform/db/schema/sandbox.ts';
import { keepOwner, type LinkedOwner } from './keep-owner.ts';

/**
 * Makes this the only owner of a gym again, without a password and without passkeys. Open sessions of this owner stay, because the
 * link that began them signs in only once.
 */
export async function setOwnerBack(sql: Sql, owner: LinkedOwner): Promise<void> {
  const { gymId, email } = owner;
  await removeOwners(sql, gymId, { except: email });
  await keepOwner(sql, owner);
  const [kept] = await sql
    .update(owners)
    .set({ passwordHash: null, passkeyDueAt: null })
    .where(and(eq(owners.gymId, gymId), eq(owners.email, email)))
    .returning({ ownerId: owners.ownerId });
  if (kept) await sql.delete(ownerPasskeys).where(eq(ownerPasskeys.ownerId, kept.ownerId));
}

/** Removes the owners of a gym, with their links for signing in. */
export async function removeOwners(sql: Sql, gymId: string, { except }: { except?: string } = {}): Promise<void> {
  const removed = await sql
    .delete(owners)
    .where(and(eq(owners.gymId, gymId), except === undefined ? undefined : ne(owners.email, except)))
    .returning({ email: owners.email });
  const emails = removed.map(({ email }) => email);
  if (emails.length > 0) await sql.delete(sandboxOwnerLinks).where(inArray(sandboxOwnerLinks.email, emails));
}
