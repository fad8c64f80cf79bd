import 'server-only';
import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type TapAnswer, taps } from '#lib/server/db/schema/visits.ts';
import { type Decision, factsOf, isRemarkOfStay, type RemarkReason, type WithNextActor } from '#lib/wire/verdict.ts';

export type Remark = WithNextActor<RemarkReason>;

/** The remark about somebody who has left. */
export const left = (at: number): Remark => ({ code: 'checkedOut', at: new Date(at).toISOString(), nextActor: null });

/** Replaces the remarks about the member's stay. Only a decision that lets the member in has any. */
export function withRemarks(decision: Decision, remarks: Remark[]): Decision {
  if (!factsOf(decision).letsIn) return decision;
  const reasons = [...decision.reasons.filter(({ code }) => !isRemarkOfStay(code)), ...remarks];
  return { ...decision, reasons } as Decision; // safe because: remarks are reasons of every kind that lets in
}

/** Holds for the answers to one tap. */
export const isTap = (tapId: string) => eq(taps.tapId, tapId);

interface NewAnswers {
  location: Location;
  /** Selects the taps. */
  which: SQL | undefined;
  rewrite: (answer: TapAnswer, tapId: string) => TapAnswer;
}

/** Rewrites the answers of taps, and notifies the screens that show them. */
export async function rewriteAnswers(tx: Queryable, { location: { id }, which, rewrite }: NewAnswers): Promise<void> {
  const answered = await tx
    .select()
    .from(taps)
    .where(and(eq(taps.locationId, id), which, isNotNull(taps.answer)))
    .for('update');
  for (const { tapId, operation, answer } of answered) {
    if (!answer) continue;
    await tx
      .update(taps)
      .set({ answer: rewrite(answer, tapId) })
      .where(and(eq(taps.locationId, id), isTap(tapId), eq(taps.operation, operation)));
  }
  if (answered.length > 0) await notifyLive(tx, { locationId: id, event: 'taps' });
}
