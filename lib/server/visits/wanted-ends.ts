import 'server-only';
import { and, eq, gte, inArray, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { howOf } from '#lib/server/stays/select-stays.ts';
import { keptStates, type VisitState } from '#lib/wire/visits.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import type { Wanted } from './day-queries.ts';

/** An arrival or departure that a filter asks for. */
interface WantedEnd {
  /** SQL condition on a visitor, which excludes those who have no such event. */
  mayBeOf(accountId: PgColumn): SQL | undefined;
  /** SQL condition on a stay: it begins or ends with such an event. */
  isOf(stay: Record<'inAt' | 'outAt' | 'inTapId' | 'outTapId' | 'trouble', SQLWrapper>): SQL | undefined;
}

/**
 * The arrivals and departures that a filter asks for, found by the index of times. So stays are computed only for members who have such
 * an event, and the rows of their other events are not looked up.
 */
export function wantedEnds({ db, location, filter: { how, by, state }, from, to }: Wanted): WantedEnd[] {
  // of stays that begin in the period
  const until = new Date(to.getTime() + 2 * location.longestStayH * hourMs);
  const recorded = (isAsked: SQL): WantedEnd => {
    const isEnd = and(
      eq(visits.locationId, location.id),
      gte(visits.tappedAt, from),
      lt(visits.tappedAt, until),
      isAsked,
    );
    const accountIds = db.select({ id: visits.accountId }).from(visits).where(isEnd);
    const tapIds = db.select({ id: visits.tapId }).from(visits).where(isEnd);
    return {
      mayBeOf: (accountId) => or(isNull(accountId), inArray(accountId, accountIds)),
      isOf: ({ inTapId, outTapId }) => sql`(${inTapId} in ${tapIds} or ${outTapId} in ${tapIds})`,
    };
  };
  const inState = (states: VisitState[]): WantedEnd => ({
    ...recorded(inArray(visits.state, states)),
    isOf: ({ trouble }) => sql`${trouble} ->> 'state' in ${states}`,
  });
  const { locationId, accountId, at } = elsewhereEvents;
  const isElsewhere = and(eq(locationId, location.id), gte(at, from), lt(at, until));
  const elsewhere: WantedEnd = {
    mayBeOf: (id) => inArray(id, db.select({ id: accountId }).from(elsewhereEvents).where(isElsewhere)),
    isOf: ({ inAt, inTapId, outAt, outTapId }) =>
      sql`(${inAt} is not null and ${inTapId} is null or ${outAt} is not null and ${outTapId} is null)`,
  };
  return [
    how && (how === 'turnstile' ? elsewhere : recorded(eq(howOf(sql`false`, visits), how))),
    by === undefined ? undefined : recorded(eq(visits.staffId, by)),
    state && inState(state === 'kept' ? [...keptStates] : ['waiting']),
  ].filter((wanted) => wanted !== undefined);
}
