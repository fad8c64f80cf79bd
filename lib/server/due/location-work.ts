import 'server-only';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type LocationWorkKind, locationWork } from '#lib/server/db/schema/location-work.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { holdFor, isLeaseFree, type Lease, releaseLease, releaseLeases, renewLeases } from '#lib/server/lease/lease.ts';
import { claimDue, type DueRows } from './claim-due.ts';
import { type DueWork, type Look, openLanes } from './lanes.ts';
import { type DueNotice, dueNoticeOf } from './notice.ts';
import type { Due, Round, SubscribeOwn } from './worker.ts';

/** Work that is done periodically for each location. */
export interface LocationWork {
  kind: LocationWorkKind;
  everyMs: number;
  /** Selects the ids of the locations that have this work. */
  locationsAt: (now: Date) => SQL;
  /** @returns whether there is more to do right away; other locations have their turn first */
  work: (context: LocationContext) => Promise<boolean>;
}

/** A row that this process has claimed. */
interface ClaimedWork {
  lease: Lease<typeof locationWork, { locationId: string; kind: LocationWorkKind }>;
  location: Location;
  dueAt: Date;
}

/** Finds what no notice tells a process: due times and work of dead processes, and what was announced before it listened. */
const lookEveryMs = 5_000;
/** With many locations, one poll takes what has become due at several of them. */
const pauseMs = 1_000;
/** How soon a location that was added, or has the work again, gets its row. */
const syncEveryMs = 5_000;
/** How long a claim lasts that is not renewed, because its process has died. */
const presetLeaseMs = 30_000;
/** Longer than one turn at any location takes: for claims that are not renewed. */
const unrenewedLeaseMs = 90_000;

const notice = dueNoticeOf(locationWork);

/** Inserts a row, due at once, for every location that has one of the works, and deletes the rows of all others. */
export async function syncWorkRows(
  db: Queryable,
  { works, now }: { works: readonly LocationWork[]; now: Date },
): Promise<void> {
  const ofWorks = works.map(
    ({ kind, locationsAt }) => sql`select id, ${kind}::text from (${locationsAt(now)}) as of_kind (id)`,
  );
  const kinds = works.map(({ kind }) => kind);
  await db.execute(sql`
    with wanted (id, kind) as (${sql.join(ofWorks, sql` union all `)}),
    unwanted as (
      delete from location_work where ${inArray(locationWork.kind, kinds)} and ${isLeaseFree(locationWork, now)}
        and (location_id, kind) not in (select id, kind from wanted)
    )
    insert into location_work (location_id, kind, due_at)
    select id, kind, ${now.toISOString()}::timestamptz from wanted order by id, kind
    on conflict do nothing returning ${notice}`);
}

interface NewlyDue {
  kind: LocationWorkKind;
  /** All locations if left out. */
  locationId?: string;
  now: Date;
  /**
   * False where work makes other work of its location due that shares its concurrency: its process polls that location once it
   * has settled.
   */
  isAnnounced?: boolean;
}

/**
 * Makes work due now. Running work is repeated afterwards, because the data has changed meanwhile. A row that is due already is written
 * too: locked until the transaction ends, it is claimed by nobody who could not see yet what the transaction writes.
 */
export async function makeDue(db: Queryable, { kind, locationId, now, isAnnounced = true }: NewlyDue): Promise<void> {
  const isOfLocation = locationId === undefined ? undefined : eq(locationWork.locationId, locationId);
  const at = sql`${now.toISOString()}::timestamptz`;
  await db
    .update(locationWork)
    // running work sees by another due time that it is to be repeated
    .set({
      dueAt: sql`case when ${isNull(locationWork.leaseId)} then least(${locationWork.dueAt}, ${at}) else ${at} end`,
    })
    .where(and(eq(locationWork.kind, kind), isOfLocation))
    .returning({ notice: isAnnounced ? notice : sql`null` });
}

interface Claiming {
  works: readonly Pick<LocationWork, 'kind' | 'everyMs'>[];
  leaseMs: number;
}

const rowsOf = ({ works, leaseMs }: Claiming): DueRows<typeof locationWork> => ({
  table: locationWork,
  key: ['locationId', 'kind'],
  dueAt: locationWork.dueAt,
  isDue: (now) =>
    and(
      inArray(
        locationWork.kind,
        works.map(({ kind }) => kind),
      ),
      isDueBy(locationWork.dueAt, now, mostAheadMs(works)),
      isLeaseFree(locationWork, now),
    ),
  hold: (now) => holdFor(leaseMs, now),
});

/** Claims due rows, the longest due first, and none that another process has claimed. */
export async function claimDueWork(
  db: Queryable,
  { look, ...claiming }: Claiming & { look: Look },
): Promise<ClaimedWork[]> {
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

/**
 * Ends a claim. Work that was made due during the claim stays due. Not announced: a commit with a notice waits for all others of the
 * database server.
 */
async function settleWork(db: Queryable, { lease, dueAt }: ClaimedWork, next: Date): Promise<void> {
  const isAsDone = sql`${locationWork.dueAt} = ${dueAt.toISOString()}::timestamptz`;
  await releaseLease(db, {
    lease,
    set: {
      dueAt: sql`case when ${isAsDone} then ${next.toISOString()}::timestamptz else ${locationWork.dueAt} end`,
    },
  });
}

const leasesOf = (claimed: readonly ClaimedWork[]) => claimed.map(({ lease }) => lease);

interface WorkOfKinds {
  leaseMs: number;
  /** Is told when settled work is due next. */
  onNext?: (notice: DueNotice) => void;
}

function workOf(
  desk: DeskContext,
  works: readonly LocationWork[],
  { leaseMs, onNext }: WorkOfKinds,
): DueWork<ClaimedWork> {
  const kinds = works.map(({ kind }) => kind);
  return {
    name: kinds.join(', '),
    broken: 'background work of a location could not be settled',
    take: (look) => claimDueWork(desk.db, { works, leaseMs, look }),
    idOf: ({ lease }) => lease.id,
    locationOf: ({ location }) => location.id,
    work: async (claimed, released) => {
      const next = await workAndSettle(desk, works, claimed, released);
      if (next) onNext?.({ ...claimed.lease.key, at: next.getTime() });
    },
    renew: (claimed, now) => renewLeases(desk.db, { leases: leasesOf(claimed), now }),
    release: (claimed) => releaseLeases(desk.db, { leases: leasesOf(claimed), notice }),
  };
}

async function workAndSettle(
  desk: DeskContext,
  works: readonly LocationWork[],
  claimed: ClaimedWork,
  released: AbortSignal,
): Promise<Date | undefined> {
  const { locationId, kind } = claimed.lease.key;
  const found = works.find((work) => work.kind === kind);
  if (!found) return;
  let hasMore = false;
  try {
    hasMore = await found.work({ desk, actor: { location: claimed.location } });
  } catch (error) {
    if (!released.aborted) desk.log.error({ error, locationId, kind }, 'background work of a location failed');
  }
  if (released.aborted) return;
  const now = desk.clock();
  // if this fails, the claim expires
  const next = hasMore ? new Date(now) : nextDueAt(locationId, found.everyMs, now);
  await settleWork(desk.db, claimed, next);
  return next;
}

export interface LocationWorkOptions {
  atOnce?: number;
  lookEveryMs?: number;
  leaseMs?: number;
}

/** Periodic work of all locations, of several kinds, which share the concurrency of a process. */
export function locationWorkDue(
  desk: DeskContext,
  works: readonly LocationWork[],
  { leaseMs = presetLeaseMs, lookEveryMs: everyMs = lookEveryMs, atOnce }: LocationWorkOptions = {},
): Due {
  let onNext: Parameters<SubscribeOwn>[0] | undefined;
  const work = workOf(desk, works, { leaseMs, onNext: (notice) => onNext?.(notice) });
  return {
    name: work.name,
    lanes: openLanes(desk, { ...work, ...(atOnce !== undefined && { atOnce }) }),
    lookEveryMs: everyMs,
    renewEveryMs: leaseMs / 3,
    moments: works.map(({ kind }) => ({ kind, pauseMs })),
    subscribeOwn: (listener) => {
      onNext = listener;
    },
  };
}

/** Gives every location the rows of the works that it has. */
export const syncingWorkRows = (
  desk: DeskContext,
  works: readonly LocationWork[],
  { everyMs = syncEveryMs }: { everyMs?: number } = {},
): Round => ({
  name: 'updating which work locations have',
  everyMs,
  run: () => syncWorkRows(desk.db, { works, now: new Date(desk.clock()) }),
});

/**
 * Does one kind of work now at every location that has it, due or not, and resolves once this process has none left.
 */
export async function workNow(desk: DeskContext, work: LocationWork): Promise<void> {
  const now = new Date(desk.clock());
  await syncWorkRows(desk.db, { works: [work], now });
  await makeDue(desk.db, { kind: work.kind, now });
  await openLanes(desk, workOf(desk, [work], { leaseMs: unrenewedLeaseMs })).idle();
}

/**
 * When the work of a location is due next: an interval after `now`, plus or minus half of it, and always at the same
 * phase of the interval for a location. This spreads the locations over the interval, and keeps them spread.
 * @param locationId a random UUID
 * @param now epoch milliseconds
 */
export function nextDueAt(locationId: string, everyMs: number, now: number): Date {
  const share = Number.parseInt(locationId.slice(-8), 16) / 2 ** 32;
  const phase = Math.floor(share * everyMs);
  const earliest = now + everyMs / 2;
  return new Date(Math.ceil((earliest - phase) / everyMs) * everyMs + phase);
}

/** The farthest of {@link nextDueAt}: a due time beyond it was written by a clock that has been set back since. */
const mostAheadMs = (works: readonly Pick<LocationWork, 'everyMs'>[]): number =>
  1.5 * Math.max(...works.map(({ everyMs }) => everyMs));
