import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { findForgotten } from '#lib/server/base/forgotten.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import type { AdmissionOccasion } from '#lib/wire/corporate-statement.ts';

export interface AskedAdmission {
  accountId: string;
  /** The arrival about which it is asked. */
  tapId: string;
  occasion: AdmissionOccasion;
  /** When the member was found, by the desk's clock. */
  foundAt: Date;
}

/** What became of a request for admission. */
export type AdmissionOutcome = { kind: 'granted'; isFirst: boolean } | { kind: 'notGranted' } | { kind: 'inDoubt' };

/**
 * Asks for admission by `ask`, and keeps what the platform may have logged: a row is committed before the request, because the platform
 * counts what it grants even if its answer is lost, or if this process dies before it stores the arrival.
 */
export async function keepAdmission<T>(
  context: LocationContext,
  {
    asked,
    ask,
    outcomeOf,
  }: { asked: AskedAdmission; ask: () => Promise<T>; outcomeOf: (answer: T) => AdmissionOutcome },
): Promise<T> {
  const admissionId = await insertAsked(context, asked);
  const answer = await ask();
  if (admissionId !== null) await settle(context, admissionId, outcomeOf(answer));
  return answer;
}

/** @returns null for a member who was forgotten after they were found */
async function insertAsked(
  { desk, actor: { location } }: LocationContext,
  { accountId, foundAt, ...asked }: AskedAdmission,
): Promise<string | null> {
  const locationId = location.id;
  const at = platformNow({ desk, actor: { location } });
  return desk.db.transaction(async (tx) => {
    const forgotten = await findForgotten(tx, { locationId, accountIds: [accountId], since: foundAt });
    if (forgotten.size > 0) return null;
    const admissionId = randomUUID();
    await tx.insert(admissions).values({ locationId, admissionId, accountId, ...asked, at });
    return admissionId;
  });
}

/** A failure leaves the row as one without an answer, and the member is admitted all the same. */
async function settle(context: LocationContext, admissionId: string, outcome: AdmissionOutcome): Promise<void> {
  const { desk, actor } = context;
  const isAsked = and(eq(admissions.locationId, actor.location.id), eq(admissions.admissionId, admissionId));
  try {
    switch (outcome.kind) {
      case 'granted':
        await desk.db
          .update(admissions)
          .set({ isFirst: outcome.isFirst, at: platformNow(context) })
          .where(isAsked);
        return;
      case 'notGranted':
        await desk.db.delete(admissions).where(isAsked);
        return;
      case 'inDoubt':
        return;
    }
  } catch (error) {
    desk.log.error({ error, locationId: actor.location.id }, 'the answer to a request for admission was not kept');
  }
}

/** The answer has no time of its own. The platform's clock is known from its headers to about half a second. */
function platformNow({ desk, actor }: LocationContext<Pick<DeskContext, 'clock' | 'gymClientOf'>>): Date {
  return new Date(desk.gymClientOf(actor.location).readPlatformTime() ?? desk.clock());
}
