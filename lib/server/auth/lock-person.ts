import 'server-only';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { staff } from '#lib/server/db/schema/staff.ts';

/**
 * Serializes what changes the access of a person, by their row until the transaction ends. What gives
 * access, or revokes it, locks the person before the rows of their badge, links and passkeys. Entries of the audit log that name the person do not wait for it: otherwise two managers who each
 * give the other a badge would wait for each other.
 */
export const lockPerson = (tx: Queryable, staffId: string) =>
  tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('no key update');
