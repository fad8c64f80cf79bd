import 'server-only';
import { and, eq, exists, inArray, or } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { isTurnedDown } from '#lib/server/presence/events.ts';
import { admissionRefusals } from '#lib/wire/refusals.ts';
import { isVisit } from './is-visit.ts';
import { visitLedger } from './ledger.ts';

/**
 * Holds for a check-in that the platform has not admitted (`isTurnedDown`), also where it was dismissed or is tried again meanwhile:
 * what a manager decides at the counter comes last.
 */
const isUndecided = (tx: Queryable) =>
  and(
    eq(visits.kind, 'checkIn'),
    eq(visits.needsAdmission, true),
    or(
      eq(visits.state, 'refused'),
      // a fresh one still gets its own answer
      and(inArray(visits.state, ['waiting', 'sending']), exists(refusalOf(tx))),
    ),
  );

/** The refusal of a visit's own admission. */
const refusalOf = (tx: Queryable) =>
  tx
    .select({ tapId: refusals.tapId })
    .from(refusals)
    .where(
      and(
        eq(refusals.locationId, visits.locationId),
        eq(refusals.tapId, visits.tapId),
        inArray(refusals.reason, [...admissionRefusals]),
      ),
    );

interface Sending extends VisitKey {
  /** Why it needs no admission any more: it was granted, or a manager has let the member in. */
  since: 'granted' | 'overridden';
}

/**
 * Sends a check-in that the platform has not admitted, without asking for admission.
 * @returns false where it is none any more, and nothing was changed
 */
export async function sendTurnedDown(
  tx: Queryable,
  desk: DeskContext,
  { locationId, tapId, since }: Sending,
): Promise<boolean> {
  const now = new Date(desk.clock());
  const noAdmission = { needsAdmission: false, ...(since === 'granted' && { lacksAdmission: false }) };
  const [sent] = await tx
    .update(visits)
    // a question or an attempt under way loses its claim
    .set({ state: 'waiting', nextAttemptAt: now, settledAt: null, confirmingUntil: null, ...noAdmission })
    .where(and(isVisit(locationId, tapId), since === 'overridden' ? isUndecided(tx) : isTurnedDown))
    .returning({ tapId: visits.tapId });
  if (!sent) return false;
  await notifyDue(tx, { kind: visitLedger(desk).name, locationId, at: now });
  await notifyLive(tx, { locationId, event: 'status' });
  return true;
}
