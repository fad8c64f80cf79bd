import 'server-only';
import { and, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type LocationWorkKind, locationWork } from '#lib/db/schema/location-work.ts';
import { type Location, locations } from '#lib/db/schema/locations.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';

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
  locationId: string;
  kind: LocationWorkKind;
  claim: string;
  /** As the database wrote it. */
  dueAt: string;
}

/** No pause is longer: a time beyond it was set by a clock that has been corrected since. */
const longestPauseMs = 10 * 60_000;

/** Gives every location that has the work a row, due at once, and takes it from those that have it no longer. */
export async function followLocations(db: Queryable, { kind, locationsAt }: LocationWork, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    insert into location_work (location_id, kind, due_at)
    select id, ${kind}, ${at}::timestamptz from (${locationsAt(now)}) as wanted (id) order by id
    on conflict do nothing`);
  await db.execute(sql`
    delete from location_work where kind = ${kind} and (lease_id is null or lease_ends_at < ${at}::timestamptz)
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
): Promise<{ claimed: ClaimedWork; location: Location }[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  // materialized: chosen once, however the update is planned; otherwise it may lock and skip more than it claims
  const { rows } = await db.execute<ClaimedWork & Record<string, unknown>>(sql`
    with due as materialized (
      select location_id, kind from location_work
      where ${inArray(locationWork.kind, [...kinds])}
        and (due_at <= ${at} or due_at > ${new Date(now.getTime() + longestPauseMs).toISOString()}::timestamptz)
        and (lease_id is null or lease_ends_at < ${at})
      order by due_at limit ${atMost} for update skip locked
    )
    update location_work set lease_id = gen_random_uuid(),
      lease_ends_at = ${new Date(now.getTime() + leaseMs).toISOString()}::timestamptz
    from due where location_work.location_id = due.location_id and location_work.kind = due.kind
    returning location_work.location_id as "locationId", location_work.kind, lease_id as claim, due_at::text as "dueAt"`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ locationId }) => locationId);
  const found = await db.select().from(locations).where(inArray(locations.id, ids));
  return rows.flatMap((claimed) => {
    const location = found.find(({ id }) => id === claimed.locationId);
    return location ? [{ claimed, location }] : [];
  });
}

/** Ends a claim. Where the work was made due during it, it stays due. */
export async function settleWork(db: Queryable, claimed: ClaimedWork, next: Date): Promise<void> {
  const isAsDone = sql`${locationWork.dueAt} = ${claimed.dueAt}::timestamptz`;
  await db
    .update(locationWork)
    .set({
      ...{ leaseId: null, leaseEndsAt: null },
      dueAt: sql`case when ${isAsDone} then ${next.toISOString()}::timestamptz else ${locationWork.dueAt} end`,
    })
    .where(isClaimed([claimed]));
}

export async function renewClaims(db: Queryable, claimed: readonly ClaimedWork[], endsAt: Date): Promise<void> {
  if (claimed.length === 0) return;
  await db.update(locationWork).set({ leaseEndsAt: endsAt }).where(isClaimed(claimed));
}

/** Gives back what was not done: it is due as before. */
export async function releaseClaims(db: Queryable, claimed: readonly ClaimedWork[]): Promise<void> {
  if (claimed.length === 0) return;
  await db.update(locationWork).set({ leaseId: null, leaseEndsAt: null }).where(isClaimed(claimed));
}

const isClaimed = (claimed: readonly ClaimedWork[]) =>
  and(
    inArray(
      locationWork.locationId,
      claimed.map(({ locationId }) => locationId),
    ),
    inArray(
      locationWork.leaseId,
      claimed.map(({ claim }) => claim),
    ),
  );
