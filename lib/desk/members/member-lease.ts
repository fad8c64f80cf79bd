import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, lt } from 'drizzle-orm';
import { memberLeases } from '#lib/db/schema/member-leases.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { ActionFailure } from '#lib/failure.ts';

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
  const leaseId = desk.newId();
  await acquireLease(desk, member, leaseId);
  try {
    return await work();
  } finally {
    await desk.db.delete(memberLeases).where(and(isMember(member), eq(memberLeases.leaseId, leaseId)));
  }
}

async function acquireLease(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  member: { locationId: string; accountId: string },
  leaseId: string,
): Promise<void> {
  for (let waitedMs = 0; waitedMs <= longestWaitMs; waitedMs += lookAgainMs) {
    const now = clock();
    const taken = { leaseId, leaseEndsAt: new Date(now + leaseMs) };
    const [own] = await db
      .insert(memberLeases)
      .values({ ...member, ...taken })
      .onConflictDoUpdate({
        target: [memberLeases.locationId, memberLeases.accountId],
        set: taken,
        setWhere: lt(memberLeases.leaseEndsAt, new Date(now)),
      })
      .returning();
    if (own) return;
    await sleep(lookAgainMs);
  }
  throw new ActionFailure('conflict', 'Somebody else is changing this member at this moment.');
}

const isMember = ({ locationId, accountId }: { locationId: string; accountId: string }) =>
  and(eq(memberLeases.locationId, locationId), eq(memberLeases.accountId, accountId));
