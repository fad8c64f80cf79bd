import 'server-only';
import { findBadge } from '#lib/server/auth/badge/find-badge.ts';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { markCardScanned } from '#lib/server/getting-started/mark-card-scanned.ts';
import { type LookupKey, type ParsedScan, parsedScanOf } from '#lib/server/lookup/lookup-key.ts';
import { answerIdempotently, type IdempotencyKey } from '#lib/server/taps/idempotency-store.ts';
import { timeOfTap } from '#lib/server/taps/tap-time.ts';
import { answerNobody } from '#lib/server/verdict/answer-nobody.ts';
import { composeVerdict } from '#lib/server/verdict/compose-verdict.ts';
import { identify } from '#lib/wire/reader/identify.ts';
import type { CheckInInput, LookUpInput } from '#lib/wire/taps.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { VisitMeans } from '#lib/wire/visits.ts';
import type { Arrival, LookupResult } from './arrival.ts';
import { decideAndRecordArrival } from './arrive.ts';
import { auditApproval } from './audit-approval.ts';
import { findOpenCard } from './find-open-card.ts';
import { lookUpMember } from './look-up-member.ts';

/**
 * Answers a scan or a chosen member. Where the location checks in on scan, the visit is recorded in the same call.
 * @throws ActionFailure for a tap that has recorded another visit, or a staff badge
 */
export async function lookUp({ desk, actor }: ActorContext, input: LookUpInput): Promise<Verdict> {
  const time = timeOfTap(desk, input);
  const { tapId } = input;
  const parsed: ParsedScan =
    input.source === 'chosen'
      ? { card: { kind: 'accountId', value: input.value }, scanned: null }
      : parsedScanOf(identify(input.value, input.source, actor.location.readerProfiles), input.value);
  const { location } = actor;
  const key = { locationId: location.id, tapId, operation: 'lookUp' } as const;
  const answer = parsed.card
    ? await answerArrival(desk, key, {
        location,
        tapId,
        ...time,
        lookupKey: parsed.card,
        scanned: parsed.scanned,
        how: howOf(input, parsed.card),
        intent: location.checkInOnScan ? 'scan' : 'show',
        by: actor,
      })
    : await answerUnreadable(desk, key, parsed, time.tappedAt);
  const isMembersCard = isScan(input) && isCard(parsed.card) && answer.accountId !== null;
  if (isMembersCard && location.cardScannedAt === null) markCardScanned(desk, { locationId: location.id });
  const verdict = await composeVerdict(desk.db, { answer, ...key, now: desk.clock(), mayOverride: actor.mayOverride });
  return verdict.kind === 'unknown' && isScan(input) ? { ...verdict, isScan: true } : verdict;
}

/** Whether a device read it, not a person. */
const isScan = (input: LookUpInput) => input.source === 'scan' || (input.source === 'typed' && input.isHeld === true);

function howOf(input: LookUpInput, card: LookupKey): VisitMeans {
  switch (input.source) {
    case 'chosen':
      return 'name';
    case 'typed':
      return input.isHeld ? 'card' : 'typed';
    case 'scan':
      return meansOfCard(card);
  }
}

const meansOfCard = ({ kind }: LookupKey): VisitMeans => (kind === 'nfc' ? 'phone' : 'card');

const isCard = (key: LookupKey | null) => key?.kind === 'rfid' || key?.kind === 'nfc';

/** Answers an arrival, once per tap. */
function answerArrival(desk: DeskContext, key: IdempotencyKey, arrival: Arrival): Promise<TapAnswer> {
  return answerIdempotently(desk, {
    key,
    ask: lookUpUnlessBadge(desk, arrival),
    decideAndRecord: async (tx, lookup) => {
      const answer = await decideAndRecordArrival(tx, desk, { arrival, lookup });
      // a member who was refused, or was in already, was not let in by the manager
      if (arrival.intent === 'checkIn' && answer.visitTapId === arrival.tapId) {
        const { tapId, pressedFor, by: actor } = arrival;
        await auditApproval(tx, desk, { actor, accountId: answer.accountId ?? pressedFor, tapId, cause: null });
      }
      return answer;
    },
  });
}

type Unreadable = Extract<ParsedScan, { card: null }>;

/** Answers a value that names nobody. A typed name is not stored: the answer is the same each time, and nobody would find it to erase it. */
async function answerUnreadable(
  desk: DeskContext,
  key: IdempotencyKey,
  parsed: Unreadable,
  tappedAt: number,
): Promise<TapAnswer> {
  const answer = unreadable(parsed, tappedAt);
  if (parsed.reason.code === 'unreadable' && parsed.reason.problem === 'name') return answer;
  return answerIdempotently(desk, { key, ask: async () => null, decideAndRecord: async () => answer });
}

function unreadable({ scanned, reason }: Unreadable, tappedAt: number): TapAnswer {
  return {
    ...answerNobody(reason),
    scanned,
    tappedAt: new Date(tappedAt).toISOString(),
    accountId: null,
    visitTapId: null,
  };
}

/**
 * Looks up the member, unless the card is a staff badge, whose number is never sent to the platform. The query for badges starts at
 * once, in parallel to the claim of the tap, so that it adds no latency.
 * @returns the look-up; throws ActionFailure `staffBadge` for a badge that is valid at this location
 */
function lookUpUnlessBadge(desk: DeskContext, arrival: Arrival): () => Promise<LookupResult> {
  const { lookupKey, location } = arrival;
  const badge =
    lookupKey.kind === 'rfid'
      ? findBadge(desk, { locationId: location.id, cardNumber: lookupKey.value })
      : Promise.resolve(null);
  // not awaited where the tap was answered before
  badge.catch(() => {});
  return async () => {
    switch (await badge) {
      case 'valid':
        throw new ActionFailure('staffBadge', 'This card is a staff badge.');
      case 'void':
        return { found: badgeOfNobody, admission: notAsked, unavailable: null };
      case null:
        return lookUpMember(desk, arrival);
    }
  };
}

const notAsked = { kind: 'notAsked' } as const;
const badgeOfNobody = { kind: 'unknown', reason: { code: 'cardUnknown' }, accountId: null, isOfStaff: true } as const;

/**
 * Checks in a member whom staff chose, by the rules of a scan: admission is asked for a corporate member. Where the platform has not
 * said yet whose the scanned card is, the press asks by the card as well.
 * @throws ActionFailure for a tap that has recorded another visit
 */
export async function checkIn({ desk, actor }: ActorContext, input: CheckInInput): Promise<Verdict> {
  const { tapId, accountId, scanTapId } = input;
  const { id: locationId } = actor.location;
  const key = { locationId, tapId, operation: 'checkIn' } as const;
  const card = scanTapId === undefined ? null : await findOpenCard(desk.db, { locationId, accountId, scanTapId });
  const answer = await answerArrival(desk, key, {
    location: actor.location,
    tapId,
    ...timeOfTap(desk, input),
    lookupKey: card?.lookupKey ?? { kind: 'accountId', value: accountId },
    scanned: card?.scanned ?? null,
    pressedFor: accountId,
    how: card ? meansOfCard(card.lookupKey) : 'name',
    intent: 'checkIn',
    by: actor,
  });
  return composeVerdict(desk.db, { answer, ...key, now: desk.clock(), mayOverride: actor.mayOverride });
}
