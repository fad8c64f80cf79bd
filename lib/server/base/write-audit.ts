import 'server-only';
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { type AuditAction, auditLog } from '#lib/server/db/schema/audit-log.ts';
import type { DeskContext } from './desk-context.ts';

interface AuditEntry {
  /** Null for what belongs to no location. */
  locationId: string | null;
  /** Null where the operator's command did it, or nobody knows who it was. */
  staffId: string | null;
  action: AuditAction;
  accountId?: string;
  tapId?: string;
  reason?: string;
  /** From where, as the desk sees it. */
  clientAddress?: string;
}

/** Writes to the audit log, in the transaction of what it tells of. */
export async function writeAudit(
  tx: Queryable,
  desk: Pick<DeskContext, 'newId' | 'clock'>,
  entry: AuditEntry,
): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, id: desk.newId(), at: new Date(desk.clock()) });
}

/** Writes what may come again and again, unless the log says the same of the last `withinMs` already. */
export async function writeAuditOnce(
  tx: Queryable,
  desk: Pick<DeskContext, 'newId' | 'clock'>,
  entry: AuditEntry,
  withinMs: number,
): Promise<void> {
  const isSame = (column: PgColumn, value: string | null | undefined): SQL =>
    value == null ? isNull(column) : eq(column, value);
  const [told] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        isSame(auditLog.locationId, entry.locationId),
        gt(auditLog.at, new Date(desk.clock() - withinMs)),
        eq(auditLog.action, entry.action),
        isSame(auditLog.staffId, entry.staffId),
        isSame(auditLog.reason, entry.reason),
        isSame(auditLog.clientAddress, entry.clientAddress),
      ),
    )
    .limit(1);
  if (!told) await writeAudit(tx, desk, entry);
}
