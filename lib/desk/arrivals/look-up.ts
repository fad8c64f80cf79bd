import 'server-only';
import type { TapAnswer } from '#lib/db/schema/visits.ts';
import type { AtTheDesk } from '#lib/desk/base/at-the-desk.ts';
import type { Desk } from '#lib/desk/base/desk.ts';
import { type Reading, readingOf } from '#lib/desk/lookup/question.ts';
import { answerTapOnce, type TapKey } from '#lib/desk/taps/tap-memory.ts';
import { timeOfTap } from '#lib/desk/taps/tap-time.ts';
import { composeVerdict } from '#lib/desk/verdict/compose-verdict.ts';
import { identify } from '#lib/scan/identify.ts';
import type { LookUpInput } from '#lib/wire/taps.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { type Arrival, concludeArrival } from './arrive.ts';
import { inquireUnlessBadge } from './inquire-unless-badge.ts';

/**
 * Answers a scan or a choice, from look-up to ledger: where the location checks in on scan, the visit is recorded in the same go.
 * @throws ActionFailure for a tap that has recorded another visit, or a staff badge
 */
export async function lookUp(desk: Desk, at: AtTheDesk, input: LookUpInput): Promise<Verdict> {
  const time = timeOfTap(input, desk.clock());
  const { tapId } = input;
  const reading: Reading =
    input.source === 'chosen'
      ? { card: { kind: 'accountId', value: input.value }, scanned: null }
      : readingOf(identify(input.value, input.source, at.location.readerProfile), input.value);
  const { location } = at;
  const key = { locationId: location.id, tapId, operation: 'lookUp' } as const;
  const answer = reading.card
    ? await answerArrival(desk, key, {
        ...{ location, tapId, ...time, question: reading.card, scanned: reading.scanned },
        ...(location.checkInOnScan ? { intent: 'checkIn', by: at } : { intent: 'show' }),
      })
    : await answerTapOnce(desk, key, {
        ask: async () => null,
        conclude: async () => unreadable(reading, time.tappedAt),
      });
  return composeVerdict(desk.db, answer, { ...key, now: desk.clock(), mayOverride: at.mayOverride });
}

/** Answers a tap of somebody who wants to come in, once. */
export function answerArrival(desk: Desk, key: TapKey, arrival: Arrival): Promise<TapAnswer> {
  return answerTapOnce(desk, key, {
    ask: inquireUnlessBadge(desk, arrival),
    conclude: (tx, inquiry) => concludeArrival(tx, desk, arrival, inquiry),
  });
}

function unreadable({ scanned, reason }: Extract<Reading, { card: null }>, tappedAt: number): TapAnswer {
  return {
    decision: { kind: 'unknown', reasons: [{ ...reason, whoseMove: 'reception' }] },
    scanned,
    tappedAt: new Date(tappedAt).toISOString(),
    accountId: null,
    visitTapId: null,
    offers: [],
  };
}
