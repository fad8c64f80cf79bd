import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { memberLeases } from '#lib/server/db/schema/member-leases.ts';
import { acquireLease, isHeld, type Lease } from '#lib/server/lease/lease.ts';

/** Longer than a change takes at the longest: reading the member, writing, reading again. */
const leaseMs = 15_000;
const lookAgainMs = 50;
/** Somebody else is saving right now, which is over in a moment or not at all. */
const longestWaitMs = 4_000;

/**
 * Lets changes of one member at the platform follow one another, in all processes: each reads what the one before wrote.
 * A row holds the lease, so that no connection to the database waits for the platform.
 * @throws ActionFailure `conflict` where another change takes too long
 */
export async function withMemberLease<T>(
  desk: Pick<DeskContext, 'db' | 'clock' | 'newId'>,
  member: { locationId: string; accountId: string },
  work: () => Promise<T>,
): Promise<T> {
  const lease = { table: memberLeases, key: member, id: desk.newId(), ms: leaseMs };
  await waitForLease(desk, lease);
  try {
    return await work();
  } finally {
    await desk.db.delete(memberLeases).where(isHeld(lease));
  }
}

async function waitForLease(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  lease: Lease<typeof memberLeases>,
): Promise<void> {
  for (let waitedMs = 0; waitedMs <= longestWaitMs; waitedMs += lookAgainMs) {
    if (await acquireLease(db, { lease, now: new Date(clock()) })) return;
    await sleep(lookAgainMs);
  }
  throw new ActionFailure('conflict', 'Somebody else is changing this member at this moment.');
}

/** Runs `work` while nobody else at this location changes any of these members. */
export type WithMemberLeases = <T>(
  desk: DeskContext,
  locationId: string,
  accountIds: readonly string[],
  work: () => Promise<T>,
) => Promise<T>;

/** @throws ActionFailure `conflict` where another change takes too long */
export const withMemberLeases: WithMemberLeases = (desk, locationId, accountIds, work) =>
  // always in the same order, so that two changes that need the same two members never wait for each other
  [...new Set(accountIds)]
    .toSorted()
    .reduceRight<() => ReturnType<typeof work>>(
      (inner, accountId) => () => withMemberLease(desk, { locationId, accountId }, inner),
      work,
    )();
