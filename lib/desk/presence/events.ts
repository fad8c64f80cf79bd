import 'server-only';
import { and, between, eq, gte, isNull, lt, ne, or, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { elsewhereEvents, visits } from '#lib/db/schema/visits.ts';
import type { ScannedCard } from '#lib/wire/verdict.ts';
import { type Presence, type PresenceRules, presenceAt } from './presence.ts';

/**
 * A member, or, while nobody knows whose card it was, what was scanned.
 * `scanned`: what the member came with; a visit that was recorded by it while nobody knew whose it was is theirs.
 */
export type Visitor = { accountId: string; scanned?: ScannedCard | undefined } | ({ accountId: null } & ScannedCard);

export const presenceRules = ({ repeatWindowS, longestStayH }: Location): PresenceRules => ({
  repeatWindowMs: repeatWindowS * 1_000,
  longestStayMs: longestStayH * 3_600_000,
});

/** Where a visitor is at the moment of a tap (epoch milliseconds). */
export async function readPresenceAt(
  db: Queryable,
  location: Location,
  visitor: Visitor,
  tappedAt: number,
): Promise<Presence> {
  const rules = presenceRules(location);
  const from = new Date(tappedAt - rules.longestStayMs);
  const to = new Date(tappedAt + rules.repeatWindowMs);
  const own = db
    .select({ kind: visits.kind, at: visits.tappedAt })
    .from(visits)
    .where(and(ofVisitor(location.id, visitor), between(visits.tappedAt, from, to), ne(visits.state, 'undone')));
  const events =
    visitor.accountId === null
      ? await own
      : await unionAll(
          own,
          db
            .select({ kind: elsewhereEvents.kind, at: elsewhereEvents.at })
            .from(elsewhereEvents)
            .where(
              and(
                eq(elsewhereEvents.locationId, location.id),
                eq(elsewhereEvents.accountId, visitor.accountId),
                between(elsewhereEvents.at, from, to),
              ),
            ),
        );
  return presenceAt(
    tappedAt,
    events.map(({ kind, at }) => ({ kind, at: at.getTime() })),
    rules,
  );
}

/** Whether this desk recorded a check-in of the member from `from` until just before `to`. */
export async function hasCheckedIn(
  db: Queryable,
  locationId: string,
  accountId: string,
  from: Date,
  to: Date,
): Promise<boolean> {
  const found = await db
    .select({ tapId: visits.tapId })
    .from(visits)
    .where(
      and(
        ofVisitor(locationId, { accountId }),
        eq(visits.kind, 'checkIn'),
        ne(visits.state, 'undone'),
        gte(visits.tappedAt, from),
        lt(visits.tappedAt, to),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Holds for the visits of one visitor. */
export function ofVisitor(locationId: string, visitor: Visitor): SQL | undefined {
  const here = eq(visits.locationId, locationId);
  if (visitor.accountId === null) return and(here, isOfNobodyWith(visitor));
  const { accountId, scanned } = visitor;
  return and(here, or(eq(visits.accountId, accountId), scanned && isOfNobodyWith(scanned)));
}

const isOfNobodyWith = ({ kind, value }: ScannedCard): SQL | undefined =>
  and(isNull(visits.accountId), eq(visits.scannedKind, kind), eq(visits.scannedValue, value));
