import 'server-only';
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { type AuditAction, auditLog } from '#lib/server/db/schema/audit-log.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import type { DeskContext } from './desk-context.ts';

interface AuditEntry {
  /** Null for entries of no location. */
  locationId: string | null;
  /** Null where a command of the operator did it, or where the person is unknown. */
  staffId: string | null;
  action: AuditAction;
  accountId?: string;
  tapId?: string;
  reason?: string;
  /** What the entry overrides, where a person decided against an answer of the platform. */
  cause?: string | null;
  /** IP address of the browser, as the desk sees it. */
  clientAddress?: string;
}

const idLength = 36;

/** The rest of a reason that begins with the id of a colleague. */
export const withoutId = (reason: string): string => reason.slice(idLength).trim();

const unconfirmed = '(not confirmed)';

/** The reason of a change whose answer was lost: the platform may have made it. */
export const notConfirmed = (reason = ''): string => `${reason} ${unconfirmed}`.trimStart();

/** Splits what {@link notConfirmed} has composed. */
export const readConfirmation = (reason: string): { text: string; isConfirmed: boolean } => {
  const isConfirmed = !reason.endsWith(unconfirmed);
  return { text: isConfirmed ? reason : reason.slice(0, -unconfirmed.length).trimEnd(), isConfirmed };
};

/** Writes to the audit log, in the transaction that does what the entry records. */
export async function writeAudit(
  tx: Queryable,
  desk: Pick<DeskContext, 'newId' | 'clock'>,
  entry: AuditEntry,
): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, id: desk.newId(), at: new Date(desk.clock()) });
}

/** Writes what counts at all locations of a person to the log of each, retired ones too. */
export async function writeAuditEverywhere(
  tx: Queryable,
  desk: Pick<DeskContext, 'newId' | 'clock'>,
  { personId, ...entry }: Omit<AuditEntry, 'locationId'> & { personId: string },
): Promise<void> {
  const places = await tx
    .select({ locationId: staffLocations.locationId })
    .from(staffLocations)
    .where(eq(staffLocations.staffId, personId));
  for (const { locationId } of places) await writeAudit(tx, desk, { ...entry, locationId });
}

/** Throttles an entry that may repeat often: writes nothing where the same one was written within `withinMs`. */
export async function writeAuditOnce(
  tx: Queryable,
  desk: Pick<DeskContext, 'newId' | 'clock'>,
  { withinMs, ...entry }: AuditEntry & { withinMs: number },
): Promise<void> {
  const isSame = (column: PgColumn, value: string | null | undefined): SQL =>
    value == null ? isNull(column) : eq(column, value);
  const [written] = await tx
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
  if (!written) await writeAudit(tx, desk, entry);
}
