import 'server-only';
import { and, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { taps, type Visit } from '#lib/server/db/schema/visits.ts';

/** A tap is claimed before it records its visit, or finds it there, by no more than it takes to answer it. */
const longestAnswerMs = 60_000;

/** Holds for the tap of a visit, which may have been set aside long before it counted, and for those that found it there. */
export function isTapOfVisit(
  { tapId, recordedAt, clock }: Pick<Visit, 'tapId' | 'recordedAt' | 'clock'>,
  { clockWatch }: Pick<DeskContext, 'clockWatch'>,
): SQL | undefined {
  const earliest = new Date(recordedAt.getTime() + clockWatch.setBackSince(clock) - longestAnswerMs);
  return or(eq(taps.tapId, tapId), and(gte(taps.claimedAt, earliest), sql`${taps.answer} ->> 'visitTapId' = ${tapId}`));
}
