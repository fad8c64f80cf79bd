import { and, asc, eq, exists, isNull, lt, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { gyms } from '#platform/db/schema/chains.ts';
import { analyticsChanges, analyticsComputations } from '#platform/db/schema/exports.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { utcDayOf } from '#shared/calendar/days.ts';
import type { GymKey } from './compute.ts';

/**
 * Gyms whose metrics were not computed since midnight UTC, or with changes to events older than the usual range of a
 * computation. Gyms without metrics come first.
 */
export function findDueGyms(sql: Sql, now: Date): Promise<GymKey[]> {
  const midnight = startOfDay(utcDayOf(now.getTime()), 'UTC');
  const { computedAt } = analyticsComputations;
  const changes = sql
    .select({ one: raw`1` })
    .from(analyticsChanges)
    .where(and(eq(analyticsChanges.chainId, gyms.chainId), eq(analyticsChanges.gymId, gyms.gymId)));
  return sql
    .select({ chainId: gyms.chainId, gymId: gyms.gymId })
    .from(gyms)
    .leftJoin(
      analyticsComputations,
      and(eq(analyticsComputations.chainId, gyms.chainId), eq(analyticsComputations.gymId, gyms.gymId)),
    )
    .where(or(isNull(computedAt), lt(computedAt, midnight), exists(changes)))
    .orderBy(raw`${computedAt} NULLS FIRST`, asc(gyms.gymId));
}
