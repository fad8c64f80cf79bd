import 'server-only';
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { seal } from '#lib/server/crypto/seal.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { claimDue } from '#lib/server/due/claim-due.ts';
import type { WebhookState } from '#lib/wire/connection.ts';
import { keepRegistered } from './register.ts';
import { dueRegistrations, prepareRegistrations } from './registration.ts';

/** Registers the webhook of a location with a new secret, now. @returns the state of the registration afterwards */
export async function registerWebhook({ desk, actor }: StaffContext): Promise<{ state: WebhookState }> {
  const { id: locationId } = actor.location;
  const now = new Date(desk.clock());
  const secret = randomBytes(32).toString('base64url');
  await prepareRegistrations(desk);
  await desk.db.transaction(async (tx) => {
    await tx
      .update(webhookRegistrations)
      .set({
        sealedSecret: seal(desk, { plain: secret, locationId, field: 'webhookSecret' }),
        ...{ state: 'open', attempts: 0, nextAttemptAt: now },
      })
      .where(eq(webhookRegistrations.locationId, locationId));
    await writeAudit(tx, desk, { locationId, staffId: actor.staffId, action: 'registerWebhook' });
  });
  const [registration] = await claimDue(desk.db, dueRegistrations, { now, row: { locationId } });
  // not claimed: the background work of some process is registering it at this moment
  if (registration) await keepRegistered(desk, registration);
  const [after] = await desk.db
    .select({ state: webhookRegistrations.state })
    .from(webhookRegistrations)
    .where(eq(webhookRegistrations.locationId, locationId));
  await notifyLive(desk.db, { locationId, event: 'status' });
  return { state: after?.state ?? 'open' };
}
