import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TapAnswer, taps } from '#lib/server/db/schema/visits.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { composeVerdict } from '#lib/server/verdict/compose-verdict.ts';
import { presentTapId } from '#lib/wire/presence.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import { awaitsPlatform, type Decision, type Verdict } from '#lib/wire/verdict.ts';
import { decideAndRecordArrival } from './arrive.ts';

/**
 * The verdict of a member who is in the gym, from the desk's own data: the platform is not asked, and nothing is recorded. For an
 * unconfirmed visit, it is the open verdict of that visit.
 * @throws ActionFailure `notFound` for a member whom the directory does not have
 */
export async function lookAtPresent({ desk, actor }: ActorContext, { accountId }: OfMember): Promise<Verdict> {
  const { location, mayOverride } = actor;
  const now = desk.clock();
  const member = await findInDirectory(desk.db, {
    locationId: location.id,
    key: { kind: 'accountId', value: accountId },
  });
  if (!member) throw new ActionFailure('notFound', 'The directory has no such member.');
  const answer = await desk.db.transaction(async (tx) => {
    const looked = await decideAndRecordArrival(tx, desk, {
      arrival: {
        location,
        tapId: presentTapId(accountId),
        tappedAt: now,
        isTimeInDoubt: false,
        clock: desk.clockWatch.stamp(),
        scanned: null,
        lookupKey: { kind: 'accountId', value: accountId },
        how: 'name',
        intent: 'show',
        by: actor,
      },
      lookup: {
        found: { kind: 'member', member, unavailable: null, unstored: null },
        admission: { kind: 'notAsked' },
        unavailable: null,
      },
    });
    return (looked.visitTapId && (await findOpenAnswer(tx, location.id, looked.visitTapId))) || withoutScan(looked);
  });
  const tapId = answer.visitTapId ?? presentTapId(accountId);
  const verdict = await composeVerdict(desk.db, { answer, locationId: location.id, tapId, now, mayOverride });
  return { ...verdict, tappedAt: sinceOf(answer.decision) ?? answer.tappedAt };
}

async function findOpenAnswer(tx: Queryable, locationId: string, tapId: string): Promise<TapAnswer | null> {
  const answered = await tx
    .select({ answer: taps.answer })
    .from(taps)
    .where(and(eq(taps.locationId, locationId), eq(taps.tapId, tapId)));
  return answered.find(({ answer }) => answer && awaitsPlatform(answer.decision))?.answer ?? null;
}

/** Replaces the remark about a repeated scan, since there was no scan. */
function withoutScan({ decision, ...answer }: TapAnswer): TapAnswer {
  const reasons = decision.reasons.map((reason) =>
    reason.code === 'repeatIgnored' ? { code: 'alreadyIn', since: reason.checkedInAt, nextActor: null } : reason,
  );
  return { ...answer, decision: { ...decision, reasons } as Decision }; // safe because: one remark replaces another
}

function sinceOf({ reasons }: Decision): string | null {
  for (const reason of reasons) if (reason.code === 'alreadyIn') return reason.since;
  return null;
}
