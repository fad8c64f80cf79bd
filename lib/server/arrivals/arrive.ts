import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { isRepeated, recordRefusal, recordUnknown, refusalOf } from '#lib/server/refusals/record-refusal.ts';
import type { RefusalCode } from '#lib/wire/refusals.ts';
import { awaitsPlatform } from '#lib/wire/verdict.ts';
import type { Arrival, LookupResult } from './arrival.ts';
import { decideAndRecordMember } from './arrive-member.ts';
import { decideAndRecordUnknown, decideAndRecordUnrecognised } from './arrive-unknown.ts';
import { isAtCounter } from './at-counter.ts';

/**
 * Decides the verdict of an arrival and, if the visitor comes in, records the visit in the ledger. An unconfirmed one is queued
 * for another question to the platform.
 */
export async function decideAndRecordArrival(
  tx: Queryable,
  desk: DeskContext,
  { arrival, lookup }: { arrival: Arrival; lookup: LookupResult },
): Promise<TapAnswer> {
  const answer = await decideAndRecord(tx, desk, arrival, lookup);
  const refusal = refusalOf(answer.decision, arrival.how);
  if (refusal) await recordRefused(tx, desk, { arrival, lookup, answer, refusal });
  if (awaitsPlatform(answer.decision)) {
    const tap = { locationId: arrival.location.id, tapId: arrival.tapId };
    await desk.confirmationQueue.enqueue(tx, [tap], new Date(desk.clock()));
  }
  return answer;
}

interface Refused {
  arrival: Arrival;
  lookup: LookupResult;
  answer: TapAnswer;
  refusal: RefusalCode;
}

async function recordRefused(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  { arrival, lookup: { found }, answer: { accountId, visitTapId }, refusal: reason }: Refused,
): Promise<void> {
  const { location, tapId, tappedAt, how, by, intent } = arrival;
  const about = { locationId: location.id, tapId, reason, how, staffId: by?.staffId ?? null, visitTapId };
  const times = { at: new Date(tappedAt), recordedAt: new Date(clock()) };
  if (accountId !== null) {
    const isOwn = visitTapId === tapId;
    // who is in by another visit is turned away only by a scan at the counter; otherwise the refusal of that visit says all
    const isTurnedAway = by !== null && intent !== 'show' && isAtCounter(tappedAt, clock());
    if (visitTapId !== null && !isOwn && !isTurnedAway) return;
    const refused = { ...about, ...times, accountId, visitTapId: isOwn ? tapId : null };
    if (isOwn || !(await isRepeated(tx, location, refused))) await recordRefusal(tx, refused);
    return;
  }
  if (found.kind === 'unknown' && found.isOfStaff) return;
  await recordUnknown(tx, { ...about, ...times, accountId: found.kind === 'unknown' ? found.accountId : null });
}

async function decideAndRecord(
  tx: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  lookup: LookupResult,
): Promise<TapAnswer> {
  const { found } = lookup;
  switch (found.kind) {
    case 'unknown':
      return decideAndRecordUnknown(tx, desk, arrival, found);
    case 'unrecognised':
      return decideAndRecordUnrecognised(tx, desk, arrival, found.unavailable);
    case 'member':
      return decideAndRecordMember(tx, desk, arrival, { ...lookup, found });
  }
}
