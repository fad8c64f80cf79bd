import 'server-only';
import { writeAuditEverywhere } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { AuditAction } from '#lib/server/db/schema/audit-log.ts';
import type { SignedIn } from './load-staff.ts';

/** Writes what a person changed about their own access, at all of their locations: it counts at each. */
export async function auditOwn(
  tx: Queryable,
  { desk, staff }: SignedIn,
  entry: { action: AuditAction; reason?: string; clientAddress: string },
): Promise<void> {
  await writeAuditEverywhere(tx, desk, { ...entry, personId: staff.id, staffId: staff.id });
}
