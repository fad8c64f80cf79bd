import 'server-only';
import { and, eq, inArray, isNotNull, max } from 'drizzle-orm';
import { monthsAgo } from '#lib/server/base/months-ago.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import type { DayRange } from '#lib/wire/corporate-fitness.ts';
import type { Retirement } from '#lib/wire/corporate-statement.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/** Since when admissions are known: earlier ones have never been kept, or were deleted by the gym's retention period. */
export function admissionsKnownSince({ admissionsSince, keepVisitsMonths, timeZone }: Location, now: number): Date {
  const kept = keepVisitsMonths === null ? admissionsSince : monthsAgo(now, timeZone, keepVisitsMonths);
  return kept > admissionsSince ? kept : admissionsSince;
}

/**
 * The last day of which admissions may be known, by the gym's calendar: that on which it was retired, or of its last admission, since visits
 * from before are still admitted. Null of a gym in use.
 */
export async function readKnownUntil(
  db: Queryable,
  { id, retiredAt, timeZone }: Pick<Location, 'id' | 'retiredAt' | 'timeZone'>,
): Promise<string | null> {
  if (retiredAt === null) return null;
  const [admitted] = await db
    .select({ last: max(admissions.at) })
    .from(admissions)
    .where(eq(admissions.locationId, id));
  return dayOf(Math.max(retiredAt.getTime(), admitted?.last?.getTime() ?? 0), timeZone);
}

/**
 * Whether the platform reports visits by a turnstile or an app to this desk: its webhook has delivered something, and is still there, also
 * while a check of it fails. That of a retired gym was removed: whether it has ever delivered anything.
 */
export async function isElsewhereReported(
  db: Queryable,
  { id, retiredAt }: Pick<Location, 'id' | 'retiredAt'>,
): Promise<boolean> {
  const { locationId, heardAt, url, state } = webhookRegistrations;
  const hasHeard = and(eq(locationId, id), isNotNull(heardAt));
  const isThere = and(isNotNull(url), inArray(state, ['registered', 'open']));
  return (await db.$count(webhookRegistrations, retiredAt === null ? and(hasHeard, isThere) : hasHeard)) > 0;
}

/** When a gym was retired within days of its calendar, in the order of time. */
export function retirementsWithin(
  { retiredSpans, retiredAt, timeZone }: Pick<Location, 'retiredSpans' | 'retiredAt' | 'timeZone'>,
  days: DayRange,
): Retirement[] {
  const iso = (at: string) => new Date(at).toISOString();
  const dayAt = (at: string) => dayOf(Date.parse(at), timeZone);
  const past = retiredSpans.map(({ from, until }) => ({ from: iso(from), until: iso(until) }));
  const all: Retirement[] = retiredAt === null ? past : [...past, { from: retiredAt.toISOString(), until: null }];
  return all.filter(({ from, until }) => dayAt(from) <= days.to && (until === null || dayAt(until) >= days.from));
}
