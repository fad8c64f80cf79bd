import 'server-only';
import { findBadge } from '#lib/server/auth/badge/find-badge.ts';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { type ParsedScan, parsedScanOf } from '#lib/server/lookup/lookup-key.ts';
import { answerTapOnce, type TapKey } from '#lib/server/taps/tap-memory.ts';
import { timeOfTap } from '#lib/server/taps/tap-time.ts';
import { composeVerdict } from '#lib/server/verdict/compose-verdict.ts';
import { identify } from '#lib/wire/reader/identify.ts';
import type { LookUpInput, VisitInput } from '#lib/wire/taps.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { type Arrival, decideAndRecordArrival, type LookupResult, lookUpMember } from './arrive.ts';

/**
 * Answers a scan or a choice, from look-up to ledger: where the location checks in on scan, the visit is recorded in the same go.
 * @throws ActionFailure for a tap that has recorded another visit, or a staff badge
 */
export async function lookUp({ desk, actor }: ActorContext, input: LookUpInput): Promise<Verdict> {
  const time = timeOfTap(input, desk);
  const { tapId } = input;
  const parsed: ParsedScan =
    input.source === 'chosen'
      ? { card: { kind: 'accountId', value: input.value }, scanned: null }
      : parsedScanOf(identify(input.value, input.source, actor.location.readerProfile), input.value);
  const { location } = actor;
  const key = { locationId: location.id, tapId, operation: 'lookUp' } as const;
  const answer = parsed.card
    ? await answerArrival(desk, key, {
        location,
        tapId,
        ...time,
        lookupKey: parsed.card,
        scanned: parsed.scanned,
        ...(location.checkInOnScan ? { intent: 'scan', by: actor } : { intent: 'show' }),
      })
    : await answerTapOnce(desk, {
        key,
        ask: async () => null,
        decideAndRecord: async () => unreadable(parsed, time.tappedAt),
      });
  return composeVerdict(desk.db, { answer, ...key, now: desk.clock(), mayOverride: actor.mayOverride });
}

/** Answers a tap of somebody who wants to come in, once. */
function answerArrival(desk: DeskContext, key: TapKey, arrival: Arrival): Promise<TapAnswer> {
  return answerTapOnce(desk, {
    key,
    ask: lookUpUnlessBadge(desk, arrival),
    decideAndRecord: (tx, lookup) => decideAndRecordArrival(tx, desk, { arrival, lookup }),
  });
}

function unreadable({ scanned, reason }: Extract<ParsedScan, { card: null }>, tappedAt: number): TapAnswer {
  return {
    decision: { kind: 'unknown', reasons: [{ ...reason, nextActor: 'reception' }] },
    scanned,
    tappedAt: new Date(tappedAt).toISOString(),
    accountId: null,
    visitTapId: null,
    offers: [],
  };
}

/**
 * Asks who it is, unless the card is a staff badge: the platform never hears of such a number. The badges are asked at
 * once, while the caller is still about to claim the tap, so that a member waits no longer for it.
 * @returns asks; throws ActionFailure `staffBadge` for the badge of somebody who works here
 */
function lookUpUnlessBadge(desk: DeskContext, arrival: Arrival): () => Promise<LookupResult> {
  const { lookupKey, location } = arrival;
  const badge =
    lookupKey.kind === 'rfid'
      ? findBadge(desk, { locationId: location.id, cardNumber: lookupKey.value })
      : Promise.resolve(null);
  // nobody waits for it where the tap was answered before
  badge.catch(() => {});
  return async () => {
    switch (await badge) {
      case 'valid':
        throw new ActionFailure('staffBadge', 'This card is a staff badge.');
      case 'void':
        return { found: { kind: 'unknown', reason: { code: 'cardUnknown' } }, admission: notAsked, unavailable: null };
      case null:
        return lookUpMember(desk, arrival);
    }
  };
}

const notAsked = { kind: 'notAsked' } as const;

/**
 * Checks in a member whom staff chose. The same rules as for a scan hold: a corporate member is asked admission for.
 * @throws ActionFailure for a tap that has recorded another visit
 */
export async function checkIn({ desk, actor }: ActorContext, input: VisitInput): Promise<Verdict> {
  const { tapId, accountId } = input;
  const key = { locationId: actor.location.id, tapId, operation: 'checkIn' } as const;
  const answer = await answerArrival(desk, key, {
    location: actor.location,
    tapId,
    ...timeOfTap(input, desk),
    lookupKey: { kind: 'accountId', value: accountId },
    scanned: null,
    intent: 'checkIn',
    by: actor,
  });
  return composeVerdict(desk.db, { answer, ...key, now: desk.clock(), mayOverride: actor.mayOverride });
}
