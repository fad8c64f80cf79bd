import 'server-only';
import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Actor, ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { ofVisitor } from '#lib/server/presence/events.ts';
import { readArrivals, readDepartures } from '#lib/server/presence/list.ts';
import { composeVerdicts, readVisit } from '#lib/server/verdict/compose-verdict.ts';
import { accountOfPresentTap } from '#lib/wire/presence.ts';
import {
  awaitsPlatform,
  endOf,
  factsOf,
  isRemarkOfStay,
  memberOf,
  type RemarkReason,
  saysIsIn,
  type Verdict,
  type VisitSummary,
} from '#lib/wire/verdict.ts';
import { lookAtPresent } from './look-at-present.ts';

/**
 * The current verdicts of those of the taps that have news: they are decided by now, their visit has ended, or their member has
 * come in since, at any window or turnstile. Taps of other locations are ignored.
 */
export async function readConfirmed(
  { desk, actor }: ActorContext,
  { tapId: tapIds }: { tapId: readonly string[] },
): Promise<Verdict[]> {
  const answered = await readAnswered(desk, actor, tapIds);
  const current = await withArrivals(desk, actor, await withDepartures(desk, actor, answered));
  const news = current.filter((verdict, index) => {
    const isDecided = !awaitsPlatform(verdict) || endOf(verdict) !== null;
    return isDecided || verdict !== answered[index];
  });
  return [...news, ...(await readLeft(desk, actor, tapIds))];
}

async function readAnswered(
  { db, clock }: DeskContext,
  { location, mayOverride }: Actor,
  tapIds: readonly string[],
): Promise<Verdict[]> {
  const made = tapIds.filter((tapId) => accountOfPresentTap(tapId) === null);
  if (made.length === 0) return [];
  const rows = await db
    .select({ tapId: taps.tapId, answer: taps.answer })
    .from(taps)
    .where(and(eq(taps.locationId, location.id), inArray(taps.tapId, made), isNotNull(taps.answer)));
  const answers = rows.flatMap(({ tapId, answer }) => (answer ? [{ tapId, answer }] : []));
  return composeVerdicts(db, { answered: answers, locationId: location.id, now: clock(), mayOverride });
}

async function withDepartures(
  desk: DeskContext,
  { location }: Actor,
  verdicts: readonly Verdict[],
): Promise<Verdict[]> {
  const departures = await readDepartures({ desk, actor: { location } }, { accountIds: verdicts.flatMap(whoIsIn) });
  return verdicts.map((verdict) => {
    const [leftAt] = whoIsIn(verdict).flatMap((accountId) => departures.get(accountId) ?? []);
    return leftAt ? asLeft(verdict, leftAt) : verdict;
  });
}

async function withArrivals(desk: DeskContext, { location }: Actor, verdicts: readonly Verdict[]): Promise<Verdict[]> {
  const { db } = desk;
  const now = desk.clock();
  const arrivals = await readArrivals({ desk, actor: { location } }, { accountIds: verdicts.flatMap(whoMayComeIn) });
  return Promise.all(
    verdicts.map(async (verdict) => {
      const [accountId] = whoMayComeIn(verdict);
      const since = accountId && arrivals.get(accountId);
      if (!since) return verdict;
      const tapId = await findCheckInAt(db, location.id, accountId, since);
      return asIn(verdict, since, tapId ? await readVisit(db, { locationId: location.id, tapId, now }) : null);
    }),
  );
}

/** The tap that recorded a check-in; null where the member came in through a turnstile. */
async function findCheckInAt(db: Queryable, locationId: string, accountId: string, at: Date): Promise<string | null> {
  const isCheckIn = and(ofVisitor(locationId, { accountId }), eq(visits.kind, 'checkIn'), ne(visits.state, 'undone'));
  const [found] = await db
    .select({ tapId: visits.tapId })
    .from(visits)
    .where(and(isCheckIn, eq(visits.tappedAt, at)))
    .limit(1);
  return found?.tapId ?? null;
}

/** The verdicts of members who were opened from the list of who is in, and have left since. */
async function readLeft(desk: DeskContext, actor: Actor, tapIds: readonly string[]): Promise<Verdict[]> {
  const accountIds = tapIds.flatMap((tapId) => accountOfPresentTap(tapId) ?? []);
  const departures = await readDepartures({ desk, actor }, { accountIds });
  return Promise.all(
    [...departures].map(async ([accountId, at]) => asLeft(await lookAtPresent({ desk, actor }, { accountId }), at)),
  );
}

/** The account of the member who is in according to a verdict: one or none. */
const whoIsIn = (verdict: Verdict): string[] =>
  factsOf(verdict).letsIn && saysIsIn(verdict) ? accountIdOf(verdict) : [];

/** The account of the member who is not in, but may come in, according to a verdict: one or none. */
function whoMayComeIn(verdict: Verdict): string[] {
  if (!factsOf(verdict).letsIn || endOf(verdict) === 'undone' || saysIsIn(verdict)) return [];
  return 'offers' in verdict && verdict.offers.includes('checkIn') ? accountIdOf(verdict) : [];
}

function accountIdOf(verdict: Verdict): string[] {
  const member = memberOf(verdict);
  return member ? [member.accountId] : [];
}

const asLeft = (verdict: Verdict, at: Date): Verdict =>
  withStay(verdict, { visit: null, offers: ['checkIn'], remark: { code: 'checkedOut', at: at.toISOString() } });

/** @param visit null for an arrival through a turnstile */
const asIn = (verdict: Verdict, since: Date, visit: VisitSummary | null): Verdict =>
  withStay(verdict, { visit, offers: ['checkOut'], remark: { code: 'alreadyIn', since: since.toISOString() } });

interface Stay {
  visit: VisitSummary | null;
  offers: ('checkIn' | 'checkOut')[];
  remark: RemarkReason;
}

/** Keeps all other reasons, which the reader may be looking for. */
function withStay(verdict: Verdict, { visit, offers, remark }: Stay): Verdict {
  const others = verdict.reasons.filter(({ code }) => !isRemarkOfStay(code));
  const reasons = [{ ...remark, nextActor: null }, ...others];
  return { ...verdict, visit, offers, reasons } as Verdict; // safe because: verdicts of every kind that admits may have these remarks
}
