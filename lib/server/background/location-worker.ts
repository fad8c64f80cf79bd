import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { coalesce, runEvery } from '#lib/server/base/run-every.ts';
import { releaseLeases, renewLeases } from '#lib/server/lease/lease.ts';
import { inOwnContext } from '#lib/server/log/run-in-context.ts';
import { locationsAtOnce } from './in-lanes.ts';
import {
  type ClaimedWork,
  claimDueWork,
  followLocations,
  type LocationWork,
  makeDue,
  settleWork,
} from './location-work.ts';

/** Longer than one turn at any location takes. */
const unrenewedLeaseMs = 90_000;

export interface LocationWorkerOptions {
  atOnce?: number;
  pollEveryMs?: number;
  /** How soon a location that was added, or has something to do again, has its row. */
  followEveryMs?: number;
  /** For how long a claim stands that nobody renews: the process has died. */
  leaseMs?: number;
  /** For how long a stop waits for what is under way. */
  patienceMs?: number;
}

/** Does the work of all locations that is due, a few at a time; other processes do the rest. Returns what ends it. */
export function startLocationWork(
  desk: DeskContext,
  works: readonly LocationWork[],
  options: LocationWorkerOptions = {},
): () => Promise<void> {
  const { pollEveryMs = 1_000, followEveryMs = 5_000, leaseMs = 30_000, patienceMs = 3_000 } = options;
  const worker = createLocationWorker(desk, works, { ...options, leaseMs });
  const what = works.map(({ kind }) => kind).join(', ');
  const loops = [
    runEvery(`finding the locations of ${what}`, followEveryMs, () => worker.follow().then(worker.fill), desk.log),
    runEvery(`claiming ${what}`, pollEveryMs, worker.fill, desk.log),
    runEvery(`holding the claims of ${what}`, leaseMs / 3, worker.renew, desk.log),
  ];
  return async () => {
    worker.takeNoMore();
    const ended = Promise.all(loops.map((end) => end())).then(worker.idle);
    await Promise.race([ended, pause(patienceMs, undefined, { ref: false })]);
    await worker.releaseClaims();
  };
}

/** Does one kind of work now at every location that has it, due or not, and waits until this process has none left. */
export async function workNow(desk: DeskContext, work: LocationWork): Promise<void> {
  const { idle } = createLocationWorker(desk, [work], { leaseMs: unrenewedLeaseMs });
  const now = new Date(desk.clock());
  await followLocations(desk.db, work, now);
  await makeDue(desk.db, work, now);
  await idle();
}

interface Hand {
  lease: ClaimedWork['lease'];
  done: Promise<void>;
}

function createLocationWorker(
  desk: DeskContext,
  works: readonly LocationWork[],
  { atOnce = locationsAtOnce, leaseMs }: { atOnce?: number; leaseMs: number },
) {
  const inHand = new Map<string, Hand>();
  let takesMore = true;
  let isReleased = false;

  const fill = coalesce(async () => {
    if (!takesMore || inHand.size >= atOnce) return;
    const due = await claimDueWork(desk.db, {
      ...{ kinds: works.map(({ kind }) => kind), leaseMs, now: new Date(desk.clock()) },
      atMost: atOnce - inHand.size,
    });
    // the desk began to stop meanwhile
    if (!takesMore)
      return releaseLeases(
        desk.db,
        due.map(({ lease }) => lease),
      );
    for (const claimed of due) {
      const { id } = claimed.lease;
      const done = inOwnContext(() => work(claimed)).finally(() => {
        inHand.delete(id);
        fill().catch((error: unknown) => desk.log.error({ error }, 'work of locations could not be claimed'));
      });
      inHand.set(id, { lease: claimed.lease, done });
    }
  });

  async function work(claimed: ClaimedWork): Promise<void> {
    const { location } = claimed;
    const { kind, locationId } = claimed.lease.key;
    const found = works.find((work) => work.kind === kind);
    if (!found) return;
    let hasMore = false;
    try {
      hasMore = await found.work(desk, location);
    } catch (error) {
      if (!isReleased) desk.log.error({ error, locationId, kind }, 'background work of a location failed');
    }
    if (isReleased) return;
    const now = desk.clock();
    try {
      await settleWork(desk.db, claimed, hasMore ? new Date(now) : nextDueAt(locationId, found.everyMs, now));
    } catch (error) {
      // the claim ends by itself
      desk.log.error({ error, locationId, kind }, 'background work of a location could not be settled');
    }
  }

  const leases = () => [...inHand.values()].map(({ lease }) => lease);
  return {
    fill,
    follow: async () => {
      for (const work of works) await followLocations(desk.db, work, new Date(desk.clock()));
    },
    renew: async () => void (await renewLeases(desk.db, leases(), new Date(desk.clock()))),
    idle: async () => {
      for (await fill(); inHand.size > 0; await fill()) await Promise.all([...inHand.values()].map(({ done }) => done));
    },
    takeNoMore: () => {
      takesMore = false;
    },
    releaseClaims: async () => {
      isReleased = true;
      await releaseLeases(desk.db, leases()).catch((error: unknown) =>
        desk.log.error({ error }, 'leases of locations could not be released'),
      );
    },
  };
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
