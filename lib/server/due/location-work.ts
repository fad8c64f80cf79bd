import 'server-only';
import { and, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type LocationWorkKind, locationWork } from '#lib/server/db/schema/location-work.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { holdFor, isLeaseFree, type Lease, releaseLease, releaseLeases, renewLeases } from '#lib/server/lease/lease.ts';
import { claimDue, type DueRows } from './claim-due.ts';
import { type DueWork, type Look, openLanes } from './lanes.ts';
import type { Due } from './worker.ts';

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
interface ClaimedWork {
  lease: Lease<typeof locationWork, { locationId: string; kind: LocationWorkKind }>;
  location: Location;
  dueAt: Date;
}

/** No pause is longer. */
const longestPauseMs = 10 * 60_000;
const lookEveryMs = 1_000;
/** How soon a location that was added, or has something to do again, has its row. */
const followEveryMs = 5_000;
/** For how long a claim stands that nobody renews: the process has died. */
const presetLeaseMs = 30_000;
/** Longer than one turn at any location takes. */
const unrenewedLeaseMs = 90_000;

/** Gives every location that has the work a row, due at once, and takes it from those that have it no longer. */
export async function followLocations(
  db: Queryable,
  { work: { kind, locationsAt }, now }: { work: LocationWork; now: Date },
): Promise<void> {
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
  { kind, locationId, now }: { kind: LocationWorkKind; locationId?: string; now: Date },
): Promise<void> {
  const isOfLocation = locationId === undefined ? undefined : eq(locationWork.locationId, locationId);
  const isLater = or(isNotNull(locationWork.leaseId), gt(locationWork.dueAt, now));
  await db
    .update(locationWork)
    .set({ dueAt: now })
    .where(and(eq(locationWork.kind, kind), isOfLocation, isLater));
}

interface Claiming {
  kinds: readonly LocationWorkKind[];
  leaseMs: number;
}

const rowsOf = ({ kinds, leaseMs }: Claiming): DueRows<typeof locationWork> => ({
  table: locationWork,
  key: ['locationId', 'kind'],
  dueAt: locationWork.dueAt,
  isDue: (now) =>
    and(
      inArray(locationWork.kind, [...kinds]),
      isDueBy(locationWork.dueAt, now, longestPauseMs),
      isLeaseFree(locationWork, now),
    ),
  hold: (now) => holdFor(leaseMs, now),
});

/** Claims what is due, the longest due first, and never what another process has claimed. */
export async function claimDueWork(db: Queryable, claiming: Claiming, look: Look): Promise<ClaimedWork[]> {
  const rows = await claimDue(db, rowsOf(claiming), look);
  if (rows.length === 0) return [];
  const ids = rows.map(({ locationId }) => locationId);
  const found = await db.select().from(locations).where(inArray(locations.id, ids));
  return rows.flatMap(({ locationId, kind, leaseId, dueAt }) => {
    const location = found.find((one) => one.id === locationId);
    if (!location || leaseId === null) return [];
    return [
      { lease: { table: locationWork, key: { locationId, kind }, id: leaseId, ms: claiming.leaseMs }, location, dueAt },
    ];
  });
}

/** Ends a claim. Where the work was made due during it, it stays due. */
async function settleWork(db: Queryable, { lease, dueAt }: ClaimedWork, next: Date): Promise<void> {
  const isAsDone = sql`${locationWork.dueAt} = ${dueAt.toISOString()}::timestamptz`;
  await releaseLease(db, lease, {
    dueAt: sql`case when ${isAsDone} then ${next.toISOString()}::timestamptz else ${locationWork.dueAt} end`,
  });
}

const leasesOf = (claimed: readonly ClaimedWork[]) => claimed.map(({ lease }) => lease);

function workOf(desk: DeskContext, works: readonly LocationWork[], leaseMs: number): DueWork<ClaimedWork> {
  const kinds = works.map(({ kind }) => kind);
  return {
    name: kinds.join(', '),
    broken: 'background work of a location could not be settled',
    take: (look) => claimDueWork(desk.db, { kinds, leaseMs }, look),
    idOf: ({ lease }) => lease.id,
    locationOf: ({ location }) => location.id,
    work: (claimed, released) => workAndSettle(desk, works, claimed, released),
    renew: (claimed, now) => renewLeases(desk.db, leasesOf(claimed), now),
    release: (claimed) => releaseLeases(desk.db, leasesOf(claimed)),
  };
}

async function workAndSettle(
  desk: DeskContext,
  works: readonly LocationWork[],
  claimed: ClaimedWork,
  released: AbortSignal,
): Promise<void> {
  const { locationId, kind } = claimed.lease.key;
  const found = works.find((work) => work.kind === kind);
  if (!found) return;
  let hasMore = false;
  try {
    hasMore = await found.work(desk, claimed.location);
  } catch (error) {
    if (!released.aborted) desk.log.error({ error, locationId, kind }, 'background work of a location failed');
  }
  if (released.aborted) return;
  const now = desk.clock();
  // where it fails, the claim ends by itself
  await settleWork(desk.db, claimed, hasMore ? new Date(now) : nextDueAt(locationId, found.everyMs, now));
}

export interface LocationWorkOptions {
  atOnce?: number;
  lookEveryMs?: number;
  followEveryMs?: number;
  leaseMs?: number;
}

/** Work that every location has again and again, of several kinds, which share the places of a process. */
export function locationWorkDue(
  desk: DeskContext,
  works: readonly LocationWork[],
  { leaseMs = presetLeaseMs, atOnce, ...every }: LocationWorkOptions = {},
): Due {
  const work = workOf(desk, works, leaseMs);
  return {
    name: work.name,
    lanes: openLanes(desk, { ...work, ...(atOnce !== undefined && { atOnce }) }),
    lookEveryMs: every.lookEveryMs ?? lookEveryMs,
    renewEveryMs: leaseMs / 3,
    prepare: {
      everyMs: every.followEveryMs ?? followEveryMs,
      run: async () => {
        for (const one of works) await followLocations(desk.db, { work: one, now: new Date(desk.clock()) });
      },
    },
  };
}

/** Does one kind of work now at every location that has it, due or not, and waits until this process has none left. */
export async function workNow(desk: DeskContext, work: LocationWork): Promise<void> {
  const now = new Date(desk.clock());
  await followLocations(desk.db, { work, now });
  await makeDue(desk.db, { kind: work.kind, now });
  await openLanes(desk, workOf(desk, [work], unrenewedLeaseMs)).idle();
}

/**
 * When a location's work is done the next time: an interval after `now`, half of it more or less, and always at the
 * location's own moment of the interval. So the locations are spread over it, and stay so.
 * @param locationId a UUID made by chance
 * @param now epoch milliseconds
 */
export function nextDueAt(locationId: string, everyMs: number, now: number): Date {
  const share = Number.parseInt(locationId.slice(-8), 16) / 2 ** 32;
  const phase = Math.floor(share * everyMs);
  const earliest = now + everyMs / 2;
  return new Date(Math.ceil((earliest - phase) / everyMs) * everyMs + phase);
}
