import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { staffPasskeys } from '#lib/server/db/schema/staff.ts';

/** Stores a passkey that nobody can use, for a person who needs to have one. */
export async function givePasskey({ db, newId, clock }: DeskContext, staffId: string): Promise<void> {
  const passkey = { id: newId(), name: 'Key in the drawer', publicKey: '', counter: 0, transports: [], rpId: null };
  await db.insert(staffPasskeys).values({ ...passkey, staffId, createdAt: new Date(clock()) });
}
