import 'server-only';
import { createHash } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { webhookInbox, webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { connectionVersionOf } from '#lib/server/locations/connection-version.ts';
import type { ConnectionView, WebhookView } from '#lib/wire/connection.ts';

/** How the location is connected to its platform. Keys are shown only as fingerprints. */
export async function readConnection({ desk, actor: { location } }: LocationContext): Promise<ConnectionView> {
  const { id: locationId, apiUrl, sealedApiKey, exportUrl, sealedExportKey, connectedSince } = location;
  const rate = desk.gymClientOf(location).readRateLeft();
  return {
    version: connectionVersionOf(location),
    url: apiUrl,
    fingerprint: fingerprintOf(unseal(desk, { sealed: sealedApiKey, locationId, field: 'apiKey' })),
    since: connectedSince.toISOString(),
    rate: rate ? { left: rate.left, at: rate.at.toISOString() } : null,
    webhook: await readWebhook(desk, locationId),
    dataExport:
      exportUrl === null || sealedExportKey === null
        ? null
        : {
            url: exportUrl,
            fingerprint: fingerprintOf(unseal(desk, { sealed: sealedExportKey, locationId, field: 'exportKey' })),
          },
  };
}

/** Long enough to tell keys apart, and too short to help in finding one. */
const fingerprintOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

const shownDeliveries = 10;

async function readWebhook({ db }: Pick<DeskContext, 'db'>, locationId: string): Promise<WebhookView | null> {
  const [registration] = await db
    .select()
    .from(webhookRegistrations)
    .where(eq(webhookRegistrations.locationId, locationId));
  if (!registration) return null;
  const deliveries = await db
    .select({ type: webhookInbox.type, receivedAt: webhookInbox.receivedAt, accountId: webhookInbox.accountId })
    .from(webhookInbox)
    .where(eq(webhookInbox.locationId, locationId))
    .orderBy(desc(webhookInbox.receivedAt))
    .limit(shownDeliveries);
  const { state, url, heardAt, nextAttemptAt } = registration;
  return {
    state,
    url: url && withoutSecretEnd(url),
    heardAt: heardAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt.toISOString(),
    deliveries: deliveries.map(({ type, receivedAt, accountId }) => ({
      type,
      receivedAt: receivedAt.toISOString(),
      isHandled: accountId === null,
    })),
  };
}

/** The end of the address is unguessable; its beginning is enough to find it in the platform's list. */
const withoutSecretEnd = (url: string): string => url.replace(/([^/]{8})[^/]*$/, '$1…');
