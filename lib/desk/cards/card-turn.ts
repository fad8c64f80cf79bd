import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, lt } from 'drizzle-orm';
import { ActionFailure } from '#lib/actions/failure.ts';
import { memberTurns } from '#lib/db/schema/member-turns.ts';
import type { Desk } from '#lib/desk/desk.ts';

/** Longer than the questions of one change can take together. */
const turnMs = 20_000;
const patienceMs = 6_000;
const askAgainAfterMs = 50;

/** Runs `work` while nobody else at this location changes the cards of these members. */
export type InTurn = <T>(
  desk: Desk,
  locationId: string,
  accountIds: readonly string[],
  work: () => Promise<T>,
) => Promise<T>;

/**
 * Turns are rows that end by themselves, and no locks of a transaction: a change asks the platform several times, and a
 * connection of the pool must not wait for it that long.
 * @throws ActionFailure `conflict` where others do not come to an end
 */
export const inTurnOf: InTurn = async (desk, locationId, accountIds, work) => {
  const turn = desk.newId();
  try {
    // always in the same order, so that two changes that need the same two members never wait for each other
    for (const accountId of [...new Set(accountIds)].toSorted()) await takeTurn(desk, locationId, accountId, turn);
    return await work();
  } finally {
    await desk.db.delete(memberTurns).where(and(eq(memberTurns.locationId, locationId), eq(memberTurns.turn, turn)));
  }
};

async function takeTurn(desk: Desk, locationId: string, accountId: string, turn: string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const now = desk.clock();
    const taken = { turn, endsAt: new Date(now + turnMs) };
    const [mine] = await desk.db
      .insert(memberTurns)
      .values({ locationId, accountId, ...taken })
      .onConflictDoUpdate({
        target: [memberTurns.locationId, memberTurns.accountId],
        set: taken,
        setWhere: lt(memberTurns.endsAt, new Date(now)),
      })
      .returning({ turn: memberTurns.turn });
    if (mine) return;
    if (performance.now() > giveUpAt) throw new ActionFailure('conflict', 'Somebody else is changing these cards.');
    await pause(askAgainAfterMs);
  }
}
