import 'server-only';
import { and, asc, eq, type SQL } from 'drizzle-orm';
import { isInUse } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import type { RetentionName } from '#lib/wire/retention.ts';

/** A retention period as a run has read it. */
interface Period {
  name: RetentionName;
  months: number;
}

/** Whether a location still has this period. */
export const hasPeriod = (locationId: string, { name, months }: Period) =>
  and(eq(locations.id, locationId), eq(locations[name], months));

/**
 * Whether a location still has a period by which a run deletes. A change of the period waits until this transaction has ended: once it
 * is saved, nothing more is deleted by the former one.
 */
export async function stillHasPeriod(tx: Queryable, locationId: string, period: Period): Promise<boolean> {
  // the row is locked before the hours of its days, in the order of a change of settings, whose triggers take that lock
  const found = await tx
    .select({ id: locations.id })
    .from(locations)
    .where(hasPeriod(locationId, period))
    .for('key share');
  return found.length > 0;
}

/**
 * Whether a condition for a location by which a run deletes still holds. Any change of the location waits until this transaction has
 * ended, also one that does not lock the row first.
 */
export async function stillHoldsAt(tx: Queryable, locationId: string, condition: SQL | undefined): Promise<boolean> {
  const found = await tx
    .select({ id: locations.id })
    .from(locations)
    .where(and(eq(locations.id, locationId), condition))
    .for('share');
  return found.length > 0;
}

/** The longest period of the audit log at any of the locations; infinite without one. */
export const longestAuditLog = (inUse: readonly Pick<Location, 'keepAuditLogMonths'>[]): number =>
  Math.max(...inUse.map(({ keepAuditLogMonths }) => keepAuditLogMonths ?? Number.POSITIVE_INFINITY));

/** Whether no location in use keeps its audit log for longer by now. Changes of the periods wait as above. */
export async function isStillLongest(tx: Queryable, months: number): Promise<boolean> {
  const { id, keepAuditLogMonths } = locations;
  const inUse = await tx
    .select({ keepAuditLogMonths })
    .from(locations)
    .where(isInUse)
    .orderBy(asc(id))
    .for('key share');
  return longestAuditLog(inUse) <= months;
}
