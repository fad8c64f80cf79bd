import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import type { UncountedReason, UnknownReason, WithNextActor } from '#lib/wire/verdict.ts';
import { letInBefore } from './decide.ts';

interface Before {
  /** Whether a visit was recorded for the tap: it counts for nobody. */
  hasVisit?: boolean;
  /** When the person was let in, before anybody could say that they are unknown. ISO instant. */
  letInAt?: string;
}

/** What a tap is answered with where no member is found for it. */
export function answerNobody(
  reason: UnknownReason,
  { hasVisit = false, letInAt }: Before = {},
): Pick<TapAnswer, 'decision' | 'offers'> {
  const unknown: WithNextActor<UnknownReason> = { ...reason, nextActor: 'reception' };
  const uncounted: WithNextActor<UncountedReason>[] = hasVisit ? [{ code: 'visitNotCounted', nextActor: null }] : [];
  const late = letInAt === undefined ? [] : [letInBefore(letInAt)];
  return { decision: { kind: 'unknown', reasons: [unknown, ...uncounted, ...late] }, offers: [] };
}
