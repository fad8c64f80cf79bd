import 'server-only';
import { eq } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { optOutChecks } from '#lib/server/db/schema/opt-outs.ts';
import { readPausedUntil } from '#lib/server/gym-export/pace.ts';
import type { CheckOptOutsOutcome, ConfirmOptOutInput, ConfirmOptOutOutcome } from '#lib/wire/opt-outs.ts';

/**
 * Has the list read by the background worker, since it may be long, and its platform slow: now, or as soon as the data export takes
 * requests again.
 * @throws ActionFailure `conflict` at a location without the data export
 */
export async function checkOptOuts({ desk, actor }: StaffContext): Promise<CheckOptOutsOutcome> {
  const { location, staffId } = actor;
  const locationId = location.id;
  if (location.exportUrl === null) throw new ActionFailure('conflict', 'This gym has no data export.');
  const now = desk.clock();
  return desk.db.transaction(async (tx) => {
    const pausedUntil = await readPausedUntil(tx, { locationId, now });
    const due = { nextAt: pausedUntil ?? new Date(now), requestedBy: staffId };
    await tx
      .insert(optOutChecks)
      .values({ locationId, ...due })
      .onConflictDoUpdate({ target: optOutChecks.locationId, set: due });
    await writeAudit(tx, desk, { locationId, staffId, action: 'checkOptOuts' });
    await notifyLive(tx, { locationId, event: 'status' });
    return { pausedUntil: pausedUntil?.toISOString() ?? null };
  });
}

/** Confirms that the data of many opted-out members is deleted, up to the number that the manager saw. */
export async function confirmOptOuts(
  { desk, actor: { location, staffId } }: ActorContext,
  { since, count }: ConfirmOptOutInput,
): Promise<ConfirmOptOutOutcome> {
  const isHere = eq(optOutChecks.locationId, location.id);
  return desk.db.transaction(async (tx) => {
    const [check] = await tx.select().from(optOutChecks).where(isHere).for('update');
    if (check?.askedSince?.getTime() !== Date.parse(since) || check.askedCount !== count) return { kind: 'over' };
    const now = new Date(desk.clock());
    const pausedUntil = await readPausedUntil(tx, { locationId: location.id, now: now.getTime() });
    const due = { nextAt: pausedUntil ?? now, requestedBy: staffId, confirmedCount: count, confirmedAt: now };
    await tx.update(optOutChecks).set(due).where(isHere);
    const about = { locationId: location.id, staffId, action: 'confirmOptOuts', reason: String(count) } as const;
    await writeAudit(tx, desk, about);
    await notifyLive(tx, { locationId: location.id, event: 'status' });
    return { kind: 'confirmed' };
  });
}
