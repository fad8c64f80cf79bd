import 'server-only';
import { writeAuditEverywhere } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { AuditAction } from '#lib/server/db/schema/audit-log.ts';
import type { SignedIn } from './load-staff.ts';

/** Logs a change that a person made to their own access at all of their locations, because it applies to each of them. */
export async function auditOwn(
  tx: Queryable,
  { desk, staff }: SignedIn,
  entry: { action: AuditAction; reason?: string; clientAddress: string },
): Promise<void> {
  await writeAuditEverywhere(tx, desk, { ...entry, personId: staff.id, staffId: staff.id });
}
