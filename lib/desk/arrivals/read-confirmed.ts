import 'server-only';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { taps } from '#lib/db/schema/visits.ts';
import type { Actor } from '#lib/desk/base/actor.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { composeVerdicts } from '#lib/desk/verdict/compose-verdict.ts';
import { factsOf, type Verdict } from '#lib/wire/verdict.ts';

/** The verdicts of those of the taps that are decided; of other locations' taps, nothing is known here. */
export async function readConfirmed(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  { location, mayOverride }: Actor,
  tapIds: readonly string[],
): Promise<Verdict[]> {
  const answered = await db
    .select({ tapId: taps.tapId, answer: taps.answer })
    .from(taps)
    .where(and(eq(taps.locationId, location.id), inArray(taps.tapId, [...tapIds]), isNotNull(taps.answer)));
  const decided = answered.flatMap(({ tapId, answer }) =>
    answer && !factsOf(answer.decision).isOpen ? [{ tapId, answer }] : [],
  );
  return composeVerdicts(db, decided, { locationId: location.id, now: clock(), mayOverride });
}
