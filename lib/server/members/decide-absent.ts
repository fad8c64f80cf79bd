import 'server-only';
import { and, eq, isNotNull, not } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { lockSync, updateAbsenceReview } from '#lib/server/directory/absent.ts';
import { present } from '#lib/server/directory/directory.ts';
import { makeDue } from '#lib/server/due/location-work.ts';
import type { AbsentDecision, AbsentOutcome } from '#lib/wire/absent-members.ts';

const actions = { keep: 'keepAbsent', ask: 'askForAbsent' } as const;

/** Carries out a manager's decision about absent members: keep them all, or ask the platform for each of them. */
export function decideAbsent(
  { desk, actor: { location, staffId } }: ActorContext,
  { since, decision }: AbsentDecision,
): Promise<AbsentOutcome> {
  const locationId = location.id;
  return desk.db.transaction(async (tx) => {
    const now = new Date(desk.clock());
    const sync = await lockSync(tx, locationId);
    if (!sync?.absentSince || sync.absentSince.getTime() !== Date.parse(since)) return { kind: 'over' };
    const reason = `${sync.absentCount} of ${sync.absentOf}`;
    if (decision === 'keep') {
      const isAbsent = and(
        eq(members.locationId, locationId),
        isNotNull(members.absentAt),
        not(members.isAbsentByName),
      );
      await tx.update(members).set(present).where(isAbsent);
      await updateAbsenceReview(tx, { sync, now });
    } else {
      const confirmed = { absentConfirmedAt: now };
      await tx.update(directorySyncs).set(confirmed).where(eq(directorySyncs.locationId, locationId));
      await updateAbsenceReview(tx, { sync: { ...sync, ...confirmed }, now });
      await makeDue(tx, { kind: 'askAbsent', locationId, now });
    }
    await writeAudit(tx, desk, { locationId, staffId, action: actions[decision], reason });
    return { kind: 'decided' };
  });
}
