import 'server-only';
import { and, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type LocationWorkKind, locationWork } from '#lib/server/db/schema/location-work.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { isLeaseFree, type Lease, releaseLease } from '#lib/server/lease/lease.ts';

/** Work that is done for one location after the other, again and again. */
export interface LocationWork {
  kind: LocationWorkKind;
  everyMs: number;
  /** Selects the id of every location that has such work. */
  locationsAt: (now: Date) => SQL;
  /** @returns whether there is more to be done at once; others have their turn before */
  work: (desk: DeskContext, location: Location) => Promise<boolean>;
}

/** A row that this process works on. */
export interface ClaimedWork {
  lease: Lease<typeof locationWork, { locationId: string; kind: LocationWorkKind }>;
  location: Location;
  /** As the database wrote it. */
  dueAt: string;
}

/** No pause is longer. */
const longestPauseMs = 10 * 60_000;

/** Gives every location that has the work a row, due at once, and takes it from those that have it no longer. */
export async function followLocations(db: Queryable, { kind, locationsAt }: LocationWork, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    insert into location_work (location_id, kind, due_at)
    select id, ${kind}, ${at}::timestamptz from (${locationsAt(now)}) as wanted (id) order by id
    on conflict do nothing`);
  await db.execute(sql`
    delete from location_work where kind = ${kind} and ${isLeaseFree(locationWork, now)}
      and location_id not in (${locationsAt(now)})`);
}

/** Has work done as soon as there is room; what is under way is done once more, as something has changed meanwhile. */
export async function makeDue(
  db: Queryable,
  { kind, locationId }: { kind: LocationWorkKind; locationId?: string },
  now: Date,
): Promise<void> {
  const isOfLocation = locationId === undefined ? undefined : eq(locationWork.locationId, locationId);
  const isLater = or(isNotNull(locationWork.leaseId), gt(locationWork.dueAt, now));
  await db
    .update(locationWork)
    .set({ dueAt: now })
    .where(and(eq(locationWork.kind, kind), isOfLocation, isLater));
}

/** Claims what is due, the longest due first, and never what another process has claimed. */
export async function claimDueWork(
  db: Queryable,
  { kinds, atMost, leaseMs, now }: { kinds: readonly LocationWorkKind[]; atMost: number; leaseMs: number; now: Date },
): Promise<ClaimedWork[]> {
  // materialized: chosen once, however the update is planned; otherwise it may lock and skip more than it claims
  const { rows } = await db.execute<{ locationId: string; kind: LocationWorkKind; id: string; dueAt: string }>(sql`
    with due as materialized (
      select location_id, kind from location_work
      where ${inArray(locationWork.kind, [...kinds])}
        and ${isDueBy(locationWork.dueAt, now, longestPauseMs)}
        and ${isLeaseFree(locationWork, now)}
      order by due_at limit ${atMost} for update skip locked
    )
    update location_work set lease_id = gen_random_uuid(),
      lease_ends_at = ${new Date(now.getTime() + leaseMs).toISOString()}::timestamptz
    from due where location_work.location_id = due.location_id and location_work.kind = due.kind
    returning location_work.location_id as "locationId", location_work.kind, lease_id as id, due_at::text as "dueAt"`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ locationId }) => locationId);
  const found = await db.select().from(locations).where(inArray(locations.id, ids));
  return rows.flatMap(({ locationId, kind, id, dueAt }) => {
    const location = found.find((one) => one.id === locationId);
    const lease = { table: locationWork, key: { locationId, kind }, id, ms: leaseMs };
    return location ? [{ lease, location, dueAt }] : [];
  });
}

/** Ends a claim. Where the work was made due during it, it stays due. */
export async function settleWork(db: Queryable, { lease, dueAt }: ClaimedWork, next: Date): Promise<void> {
  const isAsDone = sql`${locationWork.dueAt} = ${dueAt}::timestamptz`;
  await releaseLease(db, lease, {
    dueAt: sql`case when ${isAsDone} then ${next.toISOString()}::timestamptz else ${locationWork.dueAt} end`,
  });
}
