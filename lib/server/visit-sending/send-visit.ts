import 'server-only';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { comparePlatformTime, type TimeDifference } from '#lib/server/base/platform-time.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import { applyResolution } from '#lib/server/confirmation/apply-resolution.ts';
import { resolveVisit } from '#lib/server/confirmation/resolve-visit.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import type { Due } from '#lib/server/due/worker.ts';
import { classifyFailure, type Rejected, refusalCodeOf } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { sendVisit as send } from '#lib/server/gym-api/visits.ts';
import { claim, isClaimOf } from '#lib/server/ledger/attempt.ts';
import { type ClaimRow, sendingRows } from '#lib/server/ledger/send-rows.ts';
import { fillClocks } from '#lib/server/presence/fill-clocks.ts';
import { failingWithoutPause, hasFailedEnough, hasOpenQuestion, visitLedger } from '#lib/server/visits/ledger.ts';
import { type Outcome, settleVisit } from './settle-visit.ts';

/**
 * Makes one attempt to send a visit to the platform, with the time at which it happened. Safe to call for a visit that is
 * not due: only the state in the ledger counts. If the answer is lost, the visit is sent again; the platform deduplicates
 * equal events.
 */
export async function sendVisit(
  desk: DeskContext,
  {
    key,
    claimRow = (set) => claim(desk.db, visitLedger(desk), { key, set }),
  }: { key: VisitKey; claimRow?: ClaimRow<typeof visits> },
): Promise<void> {
  const found = await findVisit(desk, key);
  if (!found) return;
  const { location, clock } = found;
  const difference = await comparePlatformTime({ desk, actor: { location } });
  // once written, the time is kept for all attempts, so it is only chosen after the clocks have been compared
  const chosen = difference.hasAnswered ? { platformAt: platformAt(difference, desk.clockWatch.setSince(clock)) } : {};
  await fillClocks({ desk, actor: { location } }, clock);
  const claimed = await claimRow({ ...chosen, ...failingWithoutPause(desk.clock()) });
  if (!claimed) return;
  const visit = await settleOpenQuestions(desk, { location, visit: claimed });
  if (visit) await settleVisit(desk, { location, visit, outcome: await deliver(desk, { location, visit }) });
}

interface ClaimedVisit {
  location: Location;
  visit: Visit;
}

async function findVisit({ db }: DeskContext, key: VisitKey) {
  const [visit] = await visitStatement(db).execute({ ...key });
  return visit;
}

const visitStatement = prepareOnce((db) => {
  const key = { locationId: sql.placeholder('locationId'), tapId: sql.placeholder('tapId') };
  return db
    .select({ location: locations, clock: visits.clock })
    .from(visits)
    .innerJoin(locations, eq(locations.id, visits.locationId))
    .where(and(eq(visits.locationId, key.locationId), eq(visits.tapId, key.tapId)))
    .prepare('');
});

export const sendingVisits = (desk: DeskContext): Due =>
  sendingRows<typeof visits, VisitKey>(desk, visitLedger(desk), (row) => sendVisit(desk, row));

/**
 * The time that is sent to the platform: the same in every attempt, as its part of the deduplication key. If the
 * platform's clock was not known when the visit was recorded, the time is chosen at the first attempt at which it is
 * known. It is chosen again at the very first attempt if it lies in the future of the platform's clock, which has been set back
 * since.
 * @param setMs how far the desk's clock was set ahead since the visit was recorded; `platformAheadMs` is relative to the
 * clock as it is now
 */
function platformAt({ platformAheadMs, latest }: TimeDifference, setMs: number): SQL {
  const at = sql`${visits.tappedAt} + make_interval(secs => ${(setMs + platformAheadMs) / 1_000}::double precision)`;
  const now = latest === null ? null : new Date(latest).toISOString();
  // `least` ignores null
  const rechosen = sql`least(${at}, ${now}::timestamptz)`;
  const hasCome = sql`(${now}::timestamptz is null or ${visits.platformAt} <= ${now}::timestamptz)`;
  const chosen = sql`case when ${hasCome} then coalesce(${visits.platformAt}, ${rechosen}) else ${rechosen} end`;
  return sql`case when ${visits.attempts} = 0 then ${chosen} else coalesce(${visits.platformAt}, ${chosen}) end`;
}

/**
 * Asks who the visitor was and for admission, where that is open.
 * @returns null where the visit must not be sent now, or at all
 */
async function settleOpenQuestions(desk: DeskContext, { location, visit }: ClaimedVisit): Promise<Visit | null> {
  if (!hasOpenQuestion(visit)) return visit;
  const resolution = await resolveVisit({ desk, actor: { location } }, { visit, urgency: 'ledger' });
  const isOurs = isClaimOf(visitLedger(desk), visit);
  const kept = await desk.db.transaction((tx) => applyResolution(tx, desk, { location, visit, resolution, isOurs }));
  if (kept?.state !== 'sending') return null;
  if (resolution.kind !== 'waiting') return kept;
  const outcome = { kind: 'waiting', because: resolution.unavailable.because } as const;
  await settleVisit(desk, { location, visit: kept, outcome });
  return null;
}

async function deliver(desk: DeskContext, { location, visit }: ClaimedVisit): Promise<Outcome> {
  const { accountId, kind, platformAt: at } = visit;
  if (accountId === null) throw new Error('A visit without a member cannot be sent.');
  // the platform's clock is still unknown, and nothing was sent before
  if (at === null) return { kind: 'waiting', because: 'unreachable' };
  const gym = desk.gymClientOf(location);
  const answer = await send(gym, { accountId, kind, at });
  if (answer.ok) return { kind: 'sent' };
  const failure = classifyFailure(answer.problem);
  switch (failure.kind) {
    case 'unavailable':
      return { kind: 'waiting', because: failure.because };
    case 'rejected':
      if (isAheadOf(gym, at, failure)) return { kind: 'waiting', because: 'clockAhead' };
      if (failure.errorCode === 'forbiddenAction' && !hasFailedEnough(visit, desk.clock())) {
        return { kind: 'waiting', because: 'failed' };
      }
      return { kind: 'refused', because: refusalCodeOf(failure) };
    case 'missing':
    case 'admissionRefused':
      return { kind: 'refused', because: refusalCodeOf(failure) };
  }
}

/** How exactly two clocks are compared, with a margin. */
const presentMs = 60_000;

/** Whether the platform refuses a time because it lies in its future, which is temporary. */
function isAheadOf(gym: GymClient, at: Date, { status, fieldErrors }: Rejected): boolean {
  if (status !== 400) return false;
  const namesTime = 'timestamp' in fieldErrors;
  const platformNow = gym.readPlatformTime() ?? null;
  if (platformNow === null) return namesTime;
  return at.getTime() > platformNow + (namesTime ? -presentMs : presentMs);
}
