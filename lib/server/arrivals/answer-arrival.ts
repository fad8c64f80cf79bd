import 'server-only';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import type { Member } from '#lib/server/directory/member.ts';
import type { Found } from '#lib/server/lookup/find-member.ts';
import { answerNobody } from '#lib/server/verdict/answer-nobody.ts';
import type { Arrival } from './arrival.ts';

/** The answer where nobody is found. */
export const answerUnknown = (arrival: Arrival, { reason }: Extract<Found, { kind: 'unknown' }>): TapAnswer => ({
  ...startAnswer(arrival),
  ...answerNobody(reason),
});

/** An answer about nobody, without a visit: what every answer to an arrival begins with. */
export function startAnswer(arrival: Arrival, member?: Member): Omit<TapAnswer, 'decision'> {
  return {
    scanned: arrival.scanned ?? { kind: 'membershipId', text: member?.membershipId ?? '' },
    tappedAt: new Date(arrival.tappedAt).toISOString(),
    accountId: null,
    visitTapId: null,
    offers: [],
  };
}
