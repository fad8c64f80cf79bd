import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { clockToStore } from '#lib/server/presence/clock-of-now.ts';
import type { KnownEvent } from '#lib/server/presence/events.ts';
import { type NewVisit, recordVisit, setAsideBy } from '#lib/server/visits/record.ts';
import { recountWith } from '#lib/server/visits/recount.ts';
import type { Arrival } from './arrival.ts';

/** What an arrival would have recorded, if its member had not been in already. */
export function setAside(
  desk: DeskContext,
  arrival: Arrival,
  unasked?: NewVisit['unasked'],
): Pick<TapAnswer, 'setAside'> {
  if (arrival.intent === 'show') return {};
  const clock = clockToStore({ desk, actor: arrival }, arrival.clock);
  return { setAside: setAsideBy(arrival.by, { ...arrival, clock, unasked }, arrival.location) };
}

interface Recorded {
  arrival: Exclude<Arrival, { intent: 'show' }>;
  /** All events of the visitor that were known before. */
  events: readonly KnownEvent[];
  about: Pick<NewVisit, 'visitor' | 'needsAdmission' | 'lacksAdmission' | 'unasked' | 'refusedBecause'>;
}

/** Writes the visit of an arrival to the ledger, and judges the other visits of its member again. The caller holds the visitor's lock. */
export async function recordArrival(
  tx: Queryable,
  desk: DeskContext,
  { arrival, events, about }: Recorded,
): Promise<void> {
  const { location, tapId, tappedAt, isTimeInDoubt, clock, how, by } = arrival;
  const visit = { location, tapId, tappedAt, isTimeInDoubt, clock, how, by, kind: 'checkIn', ...about } as const;
  await recordVisit(tx, desk, visit);
  const { accountId } = about.visitor;
  const recorded = { tapId, kind: 'checkIn', at: tappedAt } as const;
  if (accountId !== null) await recountWith(tx, desk, { location, accountId, events, recorded });
}
