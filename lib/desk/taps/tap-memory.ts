import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type TapAnswer, type TapOperation, taps } from '#lib/db/schema/visits.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { refuseForgotten } from '#lib/desk/base/forgotten.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { ActionFailure } from '#lib/failure.ts';
import { noteFailure } from '#lib/log/request-context.ts';
import { factsOf } from '#lib/wire/verdict.ts';

export interface TapKey {
  locationId: string;
  tapId: string;
  operation: TapOperation;
}

/** How a tap is answered the first time. */
interface Answering<T> {
  /** What has to be asked of the platform. May take seconds; no transaction is open. */
  ask: () => Promise<T>;
  /** Judges and records, in the transaction that also remembers the answer. */
  decideAndRecord: (tx: Queryable, asked: T) => Promise<TapAnswer>;
}

/** Longer than any answering takes: whoever claimed the tap before has died. */
const abandonedAfterMs = 6_000;
/** Longer than a page goes on sending a tap: once it is heard, it is answered within seconds. */
const rememberedMs = 8 * 24 * 3_600_000;
const longestWaitMs = 5_000;
const waitStepMs = 50;

/**
 * Answers a tap once, however often and from however many processes at once it is sent: the first claims it, every
 * other gets the same answer.
 * @throws ActionFailure `platformUnavailable` where another process takes too long, `notFound` where the member was
 * forgotten meanwhile
 */
export async function answerTapOnce<T>(desk: DeskContext, key: TapKey, answering: Answering<T>): Promise<TapAnswer> {
  for (let waitedMs = 0; waitedMs < longestWaitMs; waitedMs += waitStepMs) {
    const claimedAt = await claim(desk, key);
    if (claimedAt) {
      const answer = await answerClaimed(desk, key, claimedAt, answering);
      if (answer) return answer;
    }
    const [tap] = await desk.db.select({ answer: taps.answer }).from(taps).where(isTap(key));
    if (tap?.answer) return tap.answer;
    await pause(waitStepMs);
  }
  throw new ActionFailure('platformUnavailable', 'The tap is still being answered.');
}

/** @returns when this process claimed the tap; null where another holds it, or it is answered */
async function claim(desk: DeskContext, key: TapKey): Promise<Date | null> {
  const claimedAt = new Date(desk.clock());
  const [first] = await desk.db
    .insert(taps)
    .values({ ...key, claimedAt })
    .onConflictDoNothing()
    .returning();
  if (first) return claimedAt;
  const abandoned = lt(taps.claimedAt, new Date(claimedAt.getTime() - abandonedAfterMs));
  const [takenOver] = await desk.db
    .update(taps)
    .set({ claimedAt })
    .where(and(isTap(key), isNull(taps.answer), abandoned))
    .returning();
  return takenOver ? claimedAt : null;
}

async function answerClaimed<T>(
  desk: DeskContext,
  key: TapKey,
  claimedAt: Date,
  { ask, decideAndRecord }: Answering<T>,
): Promise<TapAnswer | null> {
  const isOurs = and(isTap(key), eq(taps.claimedAt, claimedAt), isNull(taps.answer));
  try {
    const asked = await ask();
    const answer = await desk.db.transaction(async (tx) => {
      const answer = await decideAndRecord(tx, asked);
      if (answer.accountId !== null) await refuseForgotten(tx, key.locationId, answer.accountId, claimedAt);
      const kept = await tx.update(taps).set({ answer }).where(isOurs).returning({ tapId: taps.tapId });
      if (kept.length === 0) throw new LostClaim();
      await notifyLive(tx, key.locationId, 'taps');
      return answer;
    });
    if (factsOf(answer.decision).isOpen) noteFailure('unconfirmed');
    desk.metrics.verdicts.inc({ operation: key.operation, verdict: answer.decision.kind });
    return answer;
  } catch (error) {
    if (error instanceof LostClaim) return null;
    await desk.db.delete(taps).where(isOurs);
    throw error;
  }
}

/** Another process took the tap over, thinking this one dead; its answer counts. */
class LostClaim extends Error {
  override name = 'LostClaim';
}

const isTap = ({ locationId, tapId, operation }: TapKey) =>
  and(eq(taps.locationId, locationId), eq(taps.tapId, tapId), eq(taps.operation, operation));

/** Forgets answers that nobody asks for any more. A tap that comes again later still meets the visit it recorded. */
export async function forgetOldTaps(db: Queryable, now: number): Promise<void> {
  await db.delete(taps).where(lt(taps.claimedAt, new Date(now - rememberedMs)));
}
