import 'server-only';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { taps } from '#lib/db/schema/visits.ts';
import type { Actor } from '#lib/desk/base/actor.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { readDepartures } from '#lib/desk/presence/list.ts';
import { composeVerdicts } from '#lib/desk/verdict/compose-verdict.ts';
import { endOf, factsOf, memberOf, type Reason, type Verdict, visitOf } from '#lib/wire/verdict.ts';

/**
 * What is to be said now of those of the taps that are decided or whose visit is over, whoever ended it. Of other
 * locations' taps, nothing is known here.
 */
export async function readConfirmed(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  { location, mayOverride }: Actor,
  tapIds: readonly string[],
): Promise<Verdict[]> {
  const now = clock();
  const answered = await db
    .select({ tapId: taps.tapId, answer: taps.answer })
    .from(taps)
    .where(and(eq(taps.locationId, location.id), inArray(taps.tapId, [...tapIds]), isNotNull(taps.answer)));
  const answers = answered.flatMap(({ tapId, answer }) => (answer ? [{ tapId, answer }] : []));
  const verdicts = await composeVerdicts(db, answers, { locationId: location.id, now, mayOverride });
  const told = await withDepartures(db, location, verdicts, now);
  return told.filter((verdict) => !factsOf(verdict).isOpen || endOf(verdict) !== null);
}

async function withDepartures(db: Queryable, location: Location, verdicts: readonly Verdict[], now: number) {
  const accountIds = verdicts.filter(isOfStay).flatMap((verdict) => memberOf(verdict)?.accountId ?? []);
  const departures = await readDepartures(db, location, accountIds, now);
  return verdicts.map((verdict) => {
    const leftAt = isOfStay(verdict) && departures.get(memberOf(verdict)?.accountId ?? '');
    return leftAt ? left(verdict, leftAt.toISOString()) : verdict;
  });
}

const saysIsIn: ReadonlySet<Reason['code']> = new Set(['alreadyIn', 'repeatIgnored']);

/** Whether it says that the member is in. */
function isOfStay(verdict: Verdict): boolean {
  if (!factsOf(verdict).letsIn || endOf(verdict) !== null) return false;
  return visitOf(verdict) !== null || verdict.reasons.some(({ code }) => saysIsIn.has(code));
}

/** What else was said stays: it may be why somebody looks. */
function left(verdict: Verdict, at: string): Verdict {
  const others = verdict.reasons.filter(({ code }) => !saysIsIn.has(code));
  const reasons = [{ code: 'checkedOut', at, nextActor: null }, ...others];
  return { ...verdict, visit: null, offers: ['checkIn'], reasons } as Verdict; // safe because: it let the member in, and that one remark more is a remark of all such kinds
}
