import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { seal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type WebhookRegistration, webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { backoffMs } from '#lib/server/due/backoff.ts';
import type { DueRows } from '#lib/server/due/claim-due.ts';
import type { WebhookState } from '#lib/wire/connection.ts';

const minute = 60_000;
/** A claim expires after this; longer than any attempt takes. */
const attemptEndsMs = minute;
/** When a registration is checked again: the webhook may have been removed, or the key granted its permission. */
const againMs: Record<Exclude<WebhookState, 'open'>, number> = {
  registered: 15 * minute,
  notPermitted: 5 * minute,
  refused: 60 * minute,
  unreachable: 60 * minute,
};
const longestPauseMs = Math.max(...Object.values(againMs));

/**
 * Another secret for the webhook of a location, sealed. The platform gets it with the next attempt to register. In the format of
 * Standard Webhooks, whose libraries cannot sign with a secret of any other form.
 */
export const sealNewSecret = (desk: Pick<DeskContext, 'secret'>, locationId: string): string =>
  seal(desk, { plain: `whsec_${randomBytes(24).toString('base64')}`, locationId, field: 'webhookSecret' });

/** Creates the id and the secret of the webhook for every location without one. */
export async function prepareRegistrations(
  desk: Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret'>,
): Promise<void> {
  const without = await desk.db
    .select({ locationId: locations.id })
    .from(locations)
    .leftJoin(webhookRegistrations, eq(webhookRegistrations.locationId, locations.id))
    .where(isNull(webhookRegistrations.locationId));
  for (const { locationId } of without) {
    await desk.db
      .insert(webhookRegistrations)
      .values({
        locationId,
        hookId: desk.newId(),
        sealedSecret: sealNewSecret(desk, locationId),
        state: 'open',
        nextAttemptAt: new Date(desk.clock()),
      })
      .onConflictDoNothing();
  }
}

/** Makes all registrations due, as after a start, when the desk may have a new address. */
export async function makeRegistrationsDue(db: Queryable, now: Date): Promise<void> {
  await db.update(webhookRegistrations).set({ nextAttemptAt: now });
}

/** A claim postpones the next attempt, so that no other process makes one at the same time. */
export const dueRegistrations: DueRows<typeof webhookRegistrations> = {
  table: webhookRegistrations,
  key: ['locationId'],
  dueAt: webhookRegistrations.nextAttemptAt,
  isDue: (now) => isDueBy(webhookRegistrations.nextAttemptAt, now, longestPauseMs),
  hold: (now) => ({ nextAttemptAt: new Date(now.getTime() + attemptEndsMs) }),
};

interface SettledRegistration {
  registration: WebhookRegistration;
  outcome: Pick<WebhookRegistration, 'state' | 'url'>;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Stores the outcome of an attempt. In the state `open` it is retried with exponential backoff. Where the registration was changed
 * during the attempt, the platform may have the previous secret: it is checked again at once. A former secret ends at the first
 * check after the one that registered the new secret, so that deliveries on their way still arrive.
 */
export async function settleRegistration(
  db: Queryable,
  { registration, outcome: { state, url }, now }: SettledRegistration,
): Promise<void> {
  const { locationId, attempts, sealedSecret } = registration;
  const failed = state === 'open' ? attempts + 1 : 0;
  const pauseMs = state === 'open' ? backoffMs(failed) : againMs[state];
  const isOfLocation = eq(webhookRegistrations.locationId, locationId);
  const isConfirmed = state === 'registered' && registration.state === 'registered';
  const { rowCount } = await db
    .update(webhookRegistrations)
    .set({
      state,
      url,
      attempts: failed,
      nextAttemptAt: new Date(now + pauseMs),
      ...(isConfirmed || state === 'unreachable' ? { sealedFormerSecret: null } : {}),
    })
    .where(and(isOfLocation, eq(webhookRegistrations.sealedSecret, sealedSecret)));
  if (rowCount === 0)
    await db
      .update(webhookRegistrations)
      .set({ nextAttemptAt: new Date(now) })
      .where(isOfLocation);
}
