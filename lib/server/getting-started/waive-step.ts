import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { waivedSteps } from '#lib/server/db/schema/getting-started.ts';
import type { waiveInput } from '#lib/wire/getting-started.ts';

/** Declares a step of Getting started unnecessary at the location, or necessary again. A repeat changes nothing. */
export async function waiveStep(
  { desk, actor }: ActorContext,
  { step, isWaived }: z.infer<typeof waiveInput>,
): Promise<null> {
  const { staffId } = actor;
  const locationId = actor.location.id;
  await desk.db.transaction(async (tx) => {
    const changed = isWaived
      ? await tx
          .insert(waivedSteps)
          .values({ locationId, step, staffId, waivedAt: new Date(desk.clock()) })
          .onConflictDoNothing()
          .returning({ step: waivedSteps.step })
      : await tx
          .delete(waivedSteps)
          .where(and(eq(waivedSteps.locationId, locationId), eq(waivedSteps.step, step)))
          .returning({ step: waivedSteps.step });
    if (changed.length === 0) return;
    const action = isWaived ? 'waiveStep' : 'unwaiveStep';
    await writeAudit(tx, desk, { locationId, staffId, action, reason: step });
    await notifyLive(tx, { locationId, event: 'status' });
  });
  return null;
}
