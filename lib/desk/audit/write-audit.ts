import 'server-only';
import type { Queryable } from '#lib/db/client.ts';
import { type AuditAction, auditLog } from '#lib/db/schema/audit-log.ts';
import type { Desk } from '#lib/desk/desk.ts';

export interface AuditEntry {
  locationId: string;
  /** Null where the operator's command did it. */
  staffId: string | null;
  action: AuditAction;
  accountId?: string;
  tapId?: string;
  reason?: string;
}

/** Writes to the audit log, in the transaction of what it tells of. */
export async function writeAudit(tx: Queryable, desk: Pick<Desk, 'newId' | 'clock'>, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, id: desk.newId(), at: new Date(desk.clock()) });
}
