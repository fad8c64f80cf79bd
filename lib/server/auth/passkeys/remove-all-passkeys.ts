import 'server-only';
import { eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { writeAuditEverywhere } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { staff, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import { forgetEnrolment } from './enrolment.ts';
import { isUsable } from './find-passkeys.ts';

interface Removal {
  staffId: string;
  /** Who removes them; null for the operator. */
  by: string | null;
}

/**
 * Removes all passkeys of a person, with an entry in the log of each of their locations; nothing happens if there are none. If one of the
 * passkeys could sign in here, the person gets some days again before a required passkey has to be added.
 * @returns whether there were any
 */
export async function removeAllPasskeys(
  tx: Queryable,
  desk: Pick<DeskContext, 'newId' | 'clock' | 'url'>,
  { staffId, by }: Removal,
): Promise<boolean> {
  const isOfPerson = eq(staffPasskeys.staffId, staffId);
  const removed = await tx.delete(staffPasskeys).where(isOfPerson).returning({ rpId: staffPasskeys.rpId });
  if (removed.length === 0) return false;
  // those of a former host name counted for nothing, and a period that has ended without another stays ended
  if (removed.some((passkey) => isUsable(desk, passkey))) await forgetEnrolment(tx, eq(staff.id, staffId));
  const entry = { personId: staffId, staffId: by, reason: staffId };
  await writeAuditEverywhere(tx, desk, { ...entry, action: 'removePasskeys' });
  return true;
}
