import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { hasBeenErased, isErasedSince } from '#lib/server/base/forgotten.ts';
import { liveNotice } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { type TapAnswer, type TapOperation, taps } from '#lib/server/db/schema/visits.ts';
import { noteFailure } from '#lib/server/log/request-context.ts';
import { factsOf } from '#lib/wire/verdict.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** What a retry has in common with the first request. */
export interface IdempotencyKey {
  locationId: string;
  tapId: string;
  operation: TapOperation;
}

/** The work for a tap, which is done once per key. */
interface IdempotentWork<T> {
  key: IdempotencyKey;
  /** Asks the platform. May take seconds; no transaction is open. */
  ask: () => Promise<T>;
  /** Judges and records, in the transaction that also stores the answer. About a member, it holds their `lockVisitor`. */
  decideAndRecord: (tx: Queryable, asked: T) => Promise<TapAnswer>;
}

/** A claim expires after that: longer than the work for a tap takes, even under load, so its process is presumed dead. */
const claimLifetimeMs = 30_000;
/** A browser that was closed before it had the answer retries when it is opened again, usually within days. */
const retentionMs = 8 * dayMs;
/** How long a retry waits for the answer of a concurrent request. */
const longestWaitMs = 5_000;
const polling = { firstMs: 50, longestMs: 800 };

/** The requests in flight in this process, by key. */
const inFlightAt = new WeakMap<DeskContext, Map<string, Promise<TapAnswer>>>();

/**
 * Answers a tap idempotently, even if it is requested concurrently in several processes: the first request claims the key, and
 * retries get its stored answer or wait for it.
 * @throws ActionFailure `platformUnavailable` where that takes too long, `notFound` where the member was erased meanwhile
 */
export function answerIdempotently<T>(desk: DeskContext, work: IdempotentWork<T>): Promise<TapAnswer> {
  const { key } = work;
  const inFlight = inFlightAt.get(desk) ?? new Map<string, Promise<TapAnswer>>();
  inFlightAt.set(desk, inFlight);
  const name = JSON.stringify([key.locationId, key.tapId, key.operation]);
  const first = inFlight.get(name);
  if (first) return Promise.race([first, failAfter(longestWaitMs)]);
  const answer = claimAndAnswer(desk, work).finally(() => inFlight.delete(name));
  inFlight.set(name, answer);
  return answer;
}

async function claimAndAnswer<T>(desk: DeskContext, work: IdempotentWork<T>): Promise<TapAnswer> {
  const { key } = work;
  const deadline = performance.now() + longestWaitMs;
  let claimedAt = await claim(desk, key);
  let wasTakenOver = false;
  for (let pauseMs = polling.firstMs; ; pauseMs = Math.min(2 * pauseMs, polling.longestMs)) {
    if (claimedAt) {
      const answer = await answerClaimed(desk, { ...work, claimedAt });
      if (answer) return answer;
      wasTakenOver = true;
    }
    const [tap] = await desk.db.select().from(taps).where(hasKey(key));
    if (tap?.answer) return tap.answer;
    // a process with another clock may presume this one dead; taking the claim back from it could repeat endlessly
    if (tap) claimedAt = wasTakenOver ? null : await takeOver(desk, { key, before: tap.claimedAt });
    else claimedAt = await claim(desk, key);
    if (claimedAt) continue;
    if (performance.now() + pauseMs > deadline) throw inProgress();
    await pause(pauseMs);
  }
}

const failAfter = (ms: number): Promise<never> =>
  new Promise((_, reject) => {
    AbortSignal.timeout(ms).addEventListener('abort', () => reject(inProgress()));
  });

const inProgress = () => new ActionFailure('platformUnavailable', 'The tap is still being answered.');

/** @returns when this process claimed the key; null where another did */
async function claim(desk: DeskContext, key: IdempotencyKey): Promise<Date | null> {
  const claimedAt = new Date(desk.clock());
  const [first] = await claimStatement(desk.db).execute({ ...key, claimedAt });
  return first ? claimedAt : null;
}

const claimStatement = prepareOnce((db) =>
  db
    .insert(taps)
    .values({
      locationId: sql.placeholder('locationId'),
      tapId: sql.placeholder('tapId'),
      operation: sql.placeholder('operation'),
      claimedAt: sql.placeholder('claimedAt'),
    })
    .onConflictDoNothing()
    .returning({ tapId: taps.tapId })
    .prepare(''),
);

/** Takes over an expired claim. A claim in the future was made by a clock that has been set back since. */
async function takeOver(
  desk: DeskContext,
  { key, before }: { key: IdempotencyKey; before: Date },
): Promise<Date | null> {
  const claimedAt = new Date(desk.clock());
  if (Math.abs(claimedAt.getTime() - before.getTime()) <= claimLifetimeMs) return null;
  const [takenOver] = await desk.db
    .update(taps)
    .set({ claimedAt })
    .where(and(hasKey(key), isNull(taps.answer), eq(taps.claimedAt, before)))
    .returning({ tapId: taps.tapId });
  return takenOver ? claimedAt : null;
}

async function answerClaimed<T>(
  desk: DeskContext,
  { key, claimedAt, ask, decideAndRecord }: IdempotentWork<T> & { claimedAt: Date },
): Promise<TapAnswer | null> {
  const isOurs = and(hasKey(key), eq(taps.claimedAt, claimedAt), isNull(taps.answer));
  try {
    const asked = await ask();
    const answer = await desk.db.transaction(async (tx) => {
      const answer = await decideAndRecord(tx, asked);
      const { locationId } = key;
      const { accountId } = answer;
      const [kept] = await tx
        .update(taps)
        .set({ answer })
        .where(isOurs)
        .returning({
          isErased:
            accountId === null ? sql<boolean>`false` : isErasedSince({ locationId, accountId, since: claimedAt }),
          live: liveNotice({ locationId, event: 'taps' }),
        });
      if (!kept) throw new LostClaim();
      if (kept.isErased) throw hasBeenErased();
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

/** The claim expired, and another process took it over: its answer counts. */
class LostClaim extends Error {
  override name = 'LostClaim';
}

const hasKey = ({ locationId, tapId, operation }: IdempotencyKey) =>
  and(eq(taps.locationId, locationId), eq(taps.tapId, tapId), eq(taps.operation, operation));

/** Deletes answers that hardly any retry asks for any more. A later one still conflicts with the visit that the tap recorded. */
export async function deleteExpiredAnswers(db: Queryable, now: number): Promise<void> {
  await db.delete(taps).where(lt(taps.claimedAt, new Date(now - retentionMs)));
}
