import 'server-only';
import { eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { seal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { taskSyncs } from '#lib/server/db/schema/tasks.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { readsAllAgain } from '#lib/server/directory/read-again.ts';
import { beginLegacyConnectivity } from '#lib/server/legacy-connectivity/attempts.ts';
import { retryWaiting } from '#lib/server/outbox/recover.ts';
import { taskLedger } from '#lib/server/tasks/ledger.ts';
import { retryWaitingVisits } from '#lib/server/visits/ledger.ts';
import { sealNewSecret } from '#lib/server/webhooks/registration.ts';
import { requireVersion } from './connection-version.ts';

/** A partial update of a location by the operator or the office. */
interface LocationChange {
  name?: string | undefined;
  /** Address of the platform, without a path. */
  apiUrl?: string | undefined;
  apiKey?: string | undefined;
  /** The legacy interface; null for all three removes it. */
  v1Url?: string | null | undefined;
  v1GymId?: string | null | undefined;
  v1Token?: string | null | undefined;
  /** The data export; null for both removes it. */
  exportUrl?: string | null | undefined;
  exportKey?: string | null | undefined;
}

/**
 * Changes a location in all processes at once: each reads the row for every request to the platform. With a new address or key,
 * visits and task changes that wait for the platform are due at once, and so is the registration of the webhook.
 * @param by the staff member; null for a command of the operator
 * @param version the version of the connection that the staff member saw
 * @throws ActionFailure `notFound`; `conflict` for another version; `invalidInput` where the settings of an interface are
 * incomplete
 */
export async function setLocation(
  desk: DeskContext,
  {
    locationId,
    change,
    by,
    version,
  }: { locationId: string; change: LocationChange; by: string | null; version?: string },
): Promise<Location> {
  const { apiKey, v1Token, exportKey, ...plain } = change;
  const sealed = <Text extends string | null | undefined>(text: Text, field: 'apiKey' | 'v1Token' | 'exportKey') =>
    typeof text === 'string' ? seal(desk, { plain: text, locationId, field }) : text;
  const isNewPlatform = change.apiUrl !== undefined || apiKey !== undefined;
  return desk.db.transaction(async (tx) => {
    if (version !== undefined) await refuseOtherVersion(tx, { locationId, version });
    const [location] = await tx
      .update(locations)
      .set({
        ...plain,
        // drizzle omits undefined values and fails on an empty update: this one is always defined
        sealedApiKey: sealed(apiKey, 'apiKey') ?? locations.sealedApiKey,
        sealedV1Token: sealed(v1Token, 'v1Token'),
        sealedExportKey: sealed(exportKey, 'exportKey'),
        ...(isNewPlatform && { connectedSince: new Date(desk.clock()) }),
      })
      .where(eq(locations.id, locationId))
      .returning();
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    refuseIncomplete(location);
    // names only: values may be secret or personal, and the audit log is kept forever
    const reason = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    await writeAudit(tx, desk, { locationId, staffId: by, action: 'setLocation', reason: reason.join(', ') });
    if (isNewPlatform) await resetPlatformState(tx, desk, locationId);
    if ([change.v1Url, change.v1GymId, v1Token].some((part) => part !== undefined)) {
      await beginLegacyConnectivity(tx, { location, now: new Date(desk.clock()) });
      await notifyLive(tx, { locationId, event: 'status' });
    }
    return location;
  });
}

async function refuseOtherVersion(
  tx: Queryable,
  { locationId, version }: { locationId: string; version: string },
): Promise<void> {
  const [location] = await tx.select().from(locations).where(eq(locations.id, locationId)).for('update');
  if (location) requireVersion(location, version);
}

function refuseIncomplete({ v1Url, v1GymId, sealedV1Token, exportUrl, sealedExportKey }: Location): void {
  const isPartial = (...parts: (string | null)[]) => parts.includes(null) && parts.some((part) => part !== null);
  if (isPartial(v1Url, v1GymId, sealedV1Token)) {
    throw new ActionFailure('invalidInput', 'Give --v1-url, --v1-gym-id and --v1-token together.');
  }
  if (isPartial(exportUrl, sealedExportKey)) {
    throw new ActionFailure('invalidInput', 'Give --export-url and --export-key together.');
  }
}

/** Discards the connection status and the progress of the mirrors: they belong to the previous address or key. */
async function resetPlatformState(tx: Queryable, desk: DeskContext, locationId: string): Promise<void> {
  const now = new Date(desk.clock());
  await tx
    .update(platformStatus)
    .set({ connection: 'reachable', since: now, permission: null, failures: 0 })
    .where(eq(platformStatus.locationId, locationId));
  // with another secret: the former gym keeps the webhook, and its events must not count here
  await tx
    .update(webhookRegistrations)
    .set({
      sealedSecret: sealNewSecret(desk, locationId),
      ...{ state: 'open', heardAt: null, attempts: 0, nextAttemptAt: now },
    })
    .where(eq(webhookRegistrations.locationId, locationId));
  // revoking the leases makes a mirror that is running now discard its page; everything is read again
  const unread = { knownUntil: null, leaseId: null, leaseEndsAt: null };
  await tx
    .update(directorySyncs)
    .set({ ...readsAllAgain, absentBefore: null, homesStartedAt: null, homesOffset: 0 })
    .where(eq(directorySyncs.locationId, locationId));
  await tx.update(taskSyncs).set(unread).where(eq(taskSyncs.locationId, locationId));
  await retryWaitingVisits(tx, desk, { locationId });
  await retryWaiting(tx, taskLedger(desk), { locationId });
  await notifyLive(tx, { locationId, event: 'status' });
}
