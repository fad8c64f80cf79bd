import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';

/** Whether the platform of a location reports events to this desk, by what the desk last knew. */
export async function receivesWebhooks(db: Queryable, locationId: string): Promise<boolean> {
  const isRegistered = and(
    eq(webhookRegistrations.locationId, locationId),
    eq(webhookRegistrations.state, 'registered'),
  );
  return (await db.$count(webhookRegistrations, isRegistered)) > 0;
}
