import 'server-only';
import { aliasedTable, and, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { taps, type Visit } from '#lib/server/db/schema/visits.ts';

/** The longest time from the claim of a tap until it has recorded or found its visit: that of answering it. */
const longestAnswerMs = 60_000;

/**
 * Holds for the tap that recorded a visit, which may have been set aside long before it counted, and for taps that
 * found the visit, at that time or since.
 */
export function isTapOfVisit(
  {
    locationId,
    tapId,
    tappedAt,
    recordedAt,
    clock,
  }: Pick<Visit, 'locationId' | 'tapId' | 'tappedAt' | 'recordedAt' | 'clock'>,
  { clockWatch }: Pick<DeskContext, 'clockWatch'>,
): SQL | undefined {
  const begin = Math.min(tappedAt.getTime(), recordedAt.getTime());
  const earliest = new Date(begin + clockWatch.setBackSince(clock)).toISOString();
  // of one that counted only later, the visit has the time by the clock of then
  const own = aliasedTable(taps, 'own');
  const claimedAt = sql`select min(${own.claimedAt}) from ${taps} own
    where ${eq(own.locationId, locationId)} and ${eq(own.tapId, tapId)}`;
  const since = sql`least(${earliest}::timestamptz, (${claimedAt})) - ${longestAnswerMs} * interval '1 millisecond'`;
  return or(eq(taps.tapId, tapId), and(gte(taps.claimedAt, since), sql`${taps.answer} ->> 'visitTapId' = ${tapId}`));
}

/** Holds for taps whose answers the platform may still change (`awaitsPlatform` of lib/wire/verdict.ts). */
export const isAnswerOpen = sql`(${taps.answer} -> 'decision' ->> 'kind' = 'unconfirmed'
  or ${taps.answer} -> 'decision' -> 'reasons' @> '[{"code":"fromDirectory"}]')`;

/** Holds for taps for which nobody was found, which is final unless a manager lets their visit be tried again. */
export const isAnswerUnknown = sql`${taps.answer} -> 'decision' ->> 'kind' = 'unknown'`;
