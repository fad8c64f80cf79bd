import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { refuseForgotten } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TapAnswer, type TapOperation, taps } from '#lib/server/db/schema/visits.ts';
import { noteFailure } from '#lib/server/log/request-context.ts';
import { factsOf } from '#lib/wire/verdict.ts';
import { dayMs } from '#shared/calendar/durations.ts';

export interface TapKey {
  locationId: string;
  tapId: string;
  operation: TapOperation;
}

/** How a tap is answered the first time. */
interface Answering<T> {
  /** The idempotency key. */
  key: TapKey;
  /** Asks the platform. May take seconds; no transaction is open. */
  ask: () => Promise<T>;
  /** Judges and records, in the transaction that also stores the answer. */
  decideAndRecord: (tx: Queryable, asked: T) => Promise<TapAnswer>;
}

/** Longer than answering a tap ever takes, even under load: after that, the process with the claim is presumed dead. */
const abandonedAfterMs = 30_000;
/** How long answers are stored: longer than a page repeats a request for a tap. */
const rememberedMs = 8 * dayMs;
const longestWaitMs = 5_000;
const pauses = { firstMs: 50, longestMs: 800 };

/** The taps that this process is answering. */
const underWayAt = new WeakMap<DeskContext, Map<string, Promise<TapAnswer>>>();

/**
 * Answers a tap once, however often it is requested, even concurrently in several processes: the first request claims the
 * tap, the others wait for its answer.
 * @throws ActionFailure `platformUnavailable` where that takes too long, `notFound` where the member was erased meanwhile
 */
export function answerTapOnce<T>(desk: DeskContext, answering: Answering<T>): Promise<TapAnswer> {
  const { key } = answering;
  const underWay = underWayAt.get(desk) ?? new Map<string, Promise<TapAnswer>>();
  underWayAt.set(desk, underWay);
  const name = JSON.stringify([key.locationId, key.tapId, key.operation]);
  const first = underWay.get(name);
  if (first) return Promise.race([first, failAfter(longestWaitMs)]);
  const answer = claimAndAnswer(desk, answering).finally(() => underWay.delete(name));
  underWay.set(name, answer);
  return answer;
}

async function claimAndAnswer<T>(desk: DeskContext, answering: Answering<T>): Promise<TapAnswer> {
  const { key } = answering;
  const deadline = performance.now() + longestWaitMs;
  let claimedAt = await claim(desk, key);
  let wasTakenOver = false;
  for (let pauseMs = pauses.firstMs; ; pauseMs = Math.min(2 * pauseMs, pauses.longestMs)) {
    if (claimedAt) {
      const answer = await answerClaimed(desk, { ...answering, claimedAt });
      if (answer) return answer;
      wasTakenOver = true;
    }
    const [tap] = await desk.db.select().from(taps).where(isTap(key));
    if (tap?.answer) return tap.answer;
    // a process with another clock may presume this one dead; taking the tap back from it could repeat endlessly
    if (tap) claimedAt = wasTakenOver ? null : await takeOver(desk, { key, before: tap.claimedAt });
    else claimedAt = await claim(desk, key);
    if (claimedAt) continue;
    if (performance.now() + pauseMs > deadline) throw stillAnswered();
    await pause(pauseMs);
  }
}

async function failAfter(ms: number): Promise<never> {
  await pause(ms, undefined, { ref: false });
  throw stillAnswered();
}

const stillAnswered = () => new ActionFailure('platformUnavailable', 'The tap is still being answered.');

/** @returns when this process claimed the tap; null where another did */
async function claim(desk: DeskContext, key: TapKey): Promise<Date | null> {
  const claimedAt = new Date(desk.clock());
  const [first] = await desk.db
    .insert(taps)
    .values({ ...key, claimedAt })
    .onConflictDoNothing()
    .returning();
  return first ? claimedAt : null;
}

/** Claims a tap whose process has died. A claim in the future was made by a clock that has been set back since. */
async function takeOver(desk: DeskContext, { key, before }: { key: TapKey; before: Date }): Promise<Date | null> {
  const claimedAt = new Date(desk.clock());
  if (Math.abs(claimedAt.getTime() - before.getTime()) <= abandonedAfterMs) return null;
  const [takenOver] = await desk.db
    .update(taps)
    .set({ claimedAt })
    .where(and(isTap(key), isNull(taps.answer), eq(taps.claimedAt, before)))
    .returning();
  return takenOver ? claimedAt : null;
}

async function answerClaimed<T>(
  desk: DeskContext,
  { key, claimedAt, ask, decideAndRecord }: Answering<T> & { claimedAt: Date },
): Promise<TapAnswer | null> {
  const isOurs = and(isTap(key), eq(taps.claimedAt, claimedAt), isNull(taps.answer));
  try {
    const asked = await ask();
    const answer = await desk.db.transaction(async (tx) => {
      const answer = await decideAndRecord(tx, asked);
      if (answer.accountId !== null)
        await refuseForgotten(tx, { locationId: key.locationId, accountId: answer.accountId, since: claimedAt });
      const kept = await tx.update(taps).set({ answer }).where(isOurs).returning({ tapId: taps.tapId });
      if (kept.length === 0) throw new LostClaim();
      await notifyLive(tx, { locationId: key.locationId, event: 'taps' });
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

/** Another process presumed this one dead and took the tap over; its answer counts. */
class LostClaim extends Error {
  override name = 'LostClaim';
}

const isTap = ({ locationId, tapId, operation }: TapKey) =>
  and(eq(taps.locationId, locationId), eq(taps.tapId, tapId), eq(taps.operation, operation));

/**
 * Deletes answers that are no longer requested. A tap that is repeated even later still conflicts with the visit it
 * recorded.
 */
export async function forgetOldTaps(db: Queryable, now: number): Promise<void> {
  await db.delete(taps).where(lt(taps.claimedAt, new Date(now - rememberedMs)));
}
