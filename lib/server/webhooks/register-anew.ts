import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { claimDue } from '#lib/server/due/claim-due.ts';
import type { WebhookState } from '#lib/wire/connection.ts';
import { findObstacle, keepRegistered } from './register.ts';
import { dueRegistrations, prepareRegistrations, sealNewSecret } from './registration.ts';

/**
 * Registers the webhook of a location with a new secret, now. Deliveries with the former one are accepted until the platform has
 * the new one, which may take as long as an outage. If the platform would reject it, the secret is kept: a webhook that the platform
 * may already have continues to work.
 * @returns the state of the registration afterwards
 */
export async function registerWebhook({ desk, actor }: Reauthenticated): Promise<{ state: WebhookState }> {
  const { id: locationId } = actor.location;
  const isOfLocation = eq(webhookRegistrations.locationId, locationId);
  await prepareRegistrations(desk);
  const obstacle = await findObstacle(desk, actor.location);
  if (obstacle !== null && obstacle !== 'open') {
    await desk.db.update(webhookRegistrations).set({ state: obstacle }).where(isOfLocation);
    await notifyLive(desk.db, { locationId, event: 'status' });
    return { state: obstacle };
  }
  const now = new Date(desk.clock());
  const { sealedSecret: current, sealedFormerSecret: former, state } = webhookRegistrations;
  const isUnderWay = sql`${former} is not null and ${state} <> 'registered'`;
  await desk.db.transaction(async (tx) => {
    await tx
      .update(webhookRegistrations)
      .set({
        // while the platform may have either of the two secrets, a third one would make the desk refuse deliveries
        sealedSecret: sql`case when ${isUnderWay} then ${current} else ${sealNewSecret(desk, locationId)} end`,
        sealedFormerSecret: sql`case when ${isUnderWay} then ${former} else ${current} end`,
        // an attempt that is running settles nothing any more, since it has the former secret, and is followed by another one
        state: 'open',
        attempts: 0,
        nextAttemptAt: now,
      })
      .where(isOfLocation);
    await writeAudit(tx, desk, { locationId, staffId: actor.staffId, action: 'registerWebhook' });
  });
  // a platform that has just failed is tried again by the background work
  const [registration] = obstacle ? [] : await claimDue(desk.db, dueRegistrations, { now, row: { locationId } });
  // not claimed: the background work of some process is registering it at this moment
  if (registration) await keepRegistered(desk, registration);
  const [after] = await desk.db
    .select({ state: webhookRegistrations.state })
    .from(webhookRegistrations)
    .where(isOfLocation);
  await notifyLive(desk.db, { locationId, event: 'status' });
  return { state: after?.state ?? 'open' };
}
