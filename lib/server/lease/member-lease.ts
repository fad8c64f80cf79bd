import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { memberLeases } from '#lib/server/db/schema/member-leases.ts';
import { acquireLease, isHeld, type Lease } from './lease.ts';

/**
 * Longer than the longest change whose requests all take until their deadlines: a lost card of two forms is exchanged in six, which
 * take half a minute with the proofs that the platform itself answered. Others wait that long only where a process has died.
 */
const leaseMs = 60_000;
const pollEveryMs = 50;
/** Other changes end within a moment; where one does not, waiting longer is of no use. */
const longestWaitMs = 4_000;

/**
 * Serialises changes of a member at the platform, across all processes: each reads what the previous one wrote. The lease is a row
 * and not a lock, so that no database connection is held while the platform is asked.
 * @throws ActionFailure `conflict` where another change takes too long
 */
export async function withMemberLease<T>(
  desk: Pick<DeskContext, 'db' | 'clock' | 'newId'>,
  { locationId, accountId }: MemberKey,
  work: () => Promise<T>,
): Promise<T> {
  const lease = { table: memberLeases, key: { locationId, accountId }, id: desk.newId(), ms: leaseMs };
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
  const since = clock();
  // absolute: a clock that is set back meanwhile ends the wait too
  for (let now = since; Math.abs(now - since) <= longestWaitMs; now = clock()) {
    if (await acquireLease(db, { lease, now: new Date(now) })) return;
    await sleep(pollEveryMs);
  }
  throw new ActionFailure('conflict', 'Another change of this member is in progress.');
}

/** Runs `work` while it holds the leases of all these members of a location. */
export type WithMemberLeases = <T>(
  desk: DeskContext,
  members: { locationId: string; accountIds: readonly string[] },
  work: () => Promise<T>,
) => Promise<T>;

/** @throws ActionFailure `conflict` where another change takes too long */
export const withMemberLeases: WithMemberLeases = (desk, { locationId, accountIds }, work) =>
  // sorted: acquiring in a fixed order prevents deadlocks
  [...new Set(accountIds)]
    .toSorted()
    .reduceRight<() => ReturnType<typeof work>>(
      (inner, accountId) => () => withMemberLease(desk, { locationId, accountId }, inner),
      work,
    )();
