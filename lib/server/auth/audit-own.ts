import 'server-only';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { AuditAction } from '#lib/server/db/schema/audit-log.ts';
import type { SignedIn } from './load-staff.ts';
import { findHomeLocation } from './session/audit-sign-in.ts';

/** Writes what a person changed about their own access, at one of their locations. */
export async function auditOwn(
  tx: Queryable,
  { desk, staff }: SignedIn,
  entry: { action: AuditAction; reason?: string; clientAddress: string },
): Promise<void> {
  const locationId = await findHomeLocation(tx, { staffId: staff.id });
  await writeAudit(tx, desk, { ...entry, locationId, staffId: staff.id });
}
