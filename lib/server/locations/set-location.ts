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
import { longestUnlistedMs, optedOutMembers, optOutChecks } from '#lib/server/db/schema/opt-outs.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { taskSyncs } from '#lib/server/db/schema/tasks.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { lockSync } from '#lib/server/directory/absent.ts';
import { readsAllAgain } from '#lib/server/directory/read-again.ts';
import { deleteFullBuckets } from '#lib/server/key-limit/shared-bucket.ts';
import { retryWaiting } from '#lib/server/ledger/recover.ts';
import { beginLegacyConnectivity } from '#lib/server/legacy-connectivity/attempts.ts';
import { taskLedger } from '#lib/server/tasks/ledger.ts';
import { forgetFailures, retryWaitingVisits } from '#lib/server/visits/ledger.ts';
import { sealNewSecret } from '#lib/server/webhooks/registration.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { requireVersion } from './connection-version.ts';
import { findSecret, hasSecret, type SecretName } from './find-secret.ts';
import { findLocationOfKey, lockKeys } from './location-of-key.ts';
import { enteredAfter } from './reach.ts';
import { resetTraining } from './reset-training.ts';

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
 * visits and task changes that wait for the platform are due at once, and so is the registration of the webhook. Values that are
 * in use already change nothing.
 * @param by the staff member; null for a command of the operator
 * @param version the version of the connection that the staff member saw
 * @throws ActionFailure `notFound`; `conflict` for another version, and for a key of the data export that another location has;
 * `invalidInput` where the settings of an interface are incomplete
 */
export async function setLocation(
  desk: DeskContext,
  {
    locationId,
    change: wanted,
    by,
    version,
  }: { locationId: string; change: LocationChange; by: string | null; version?: string },
): Promise<Location> {
  return desk.db.transaction(async (tx) => {
    if (wanted.exportUrl !== undefined || wanted.exportKey !== undefined) await lockKeys(tx);
    const before = await lockLocation(tx, locationId);
    if (version !== undefined) requireVersion(before, version);
    const change = differencesOf(desk, before, wanted);
    // the operator may also take over an address that a manager has entered
    const named = by === null ? wanted : change;
    const enteredAddresses = await enteredAfter({ ...desk, db: tx }, { location: before, change: named, by });
    const isTakenOver = enteredAddresses.length < before.enteredAddresses.length;
    if (Object.keys(change).length === 0 && !isTakenOver) return before;
    const isNewPlatform = change.apiUrl !== undefined || change.apiKey !== undefined;
    // before the visits whose failures are forgotten, as the deletion of a member locks both
    if (isNewPlatform) await lockSync(tx, locationId);
    const [location] = await tx
      .update(locations)
      .set({
        ...columnsOf(desk, locationId, change),
        enteredAddresses,
        ...(isNewPlatform && { connectedSince: new Date(desk.clock()) }),
      })
      .where(eq(locations.id, locationId))
      .returning();
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    refuseIncomplete(location);
    // names only: values may be secret or personal, and the audit log is kept forever
    const reason = Object.entries(named)
      .flatMap(([name, value]) => (value === undefined ? [] : [name]))
      .join(', ');
    await writeAudit(tx, desk, { locationId, staffId: by, action: 'setLocation', reason });
    if (change.name !== undefined) await notifyLive(tx, { locationId, event: 'settings' });
    if (isNewPlatform) await resetPlatformState(tx, desk, locationId);
    if (change.exportUrl !== undefined || change.exportKey !== undefined) {
      await resetOptOuts(tx, desk, location);
      await resetTraining(tx, { location, now: new Date(desk.clock()) });
    }
    if ([change.v1Url, change.v1GymId, change.v1Token].some((part) => part !== undefined)) {
      await beginLegacyConnectivity(tx, { location, now: new Date(desk.clock()) });
      await notifyLive(tx, { locationId, event: 'status' });
    }
    return location;
  });
}

/** Only what differs from what is stored. */
function differencesOf(desk: DeskContext, before: Location, wanted: LocationChange): LocationChange {
  const isSecret = (name: keyof LocationChange): name is SecretName =>
    name === 'apiKey' || name === 'v1Token' || name === 'exportKey';
  const storedAs = (name: keyof LocationChange) => (isSecret(name) ? findSecret(desk, before, name) : before[name]);
  const differs = (name: keyof LocationChange) =>
    // one that cannot be unsealed is removed, too
    wanted[name] === null && isSecret(name) ? hasSecret(before, name) : wanted[name] !== storedAs(name);
  const names = Object.keys(wanted) as (keyof LocationChange)[]; // safe because: callers pass literals of this type
  const differing = names.filter((name) => wanted[name] !== undefined && differs(name));
  return Object.fromEntries(differing.map((name) => [name, wanted[name]]));
}

function columnsOf(desk: DeskContext, locationId: string, { apiKey, v1Token, exportKey, ...plain }: LocationChange) {
  const sealed = <Text extends string | null | undefined>(text: Text, field: SecretName) =>
    typeof text === 'string' ? seal(desk, { plain: text, locationId, field }) : text;
  return {
    ...plain,
    sealedApiKey: sealed(apiKey, 'apiKey'),
    sealedV1Token: sealed(v1Token, 'v1Token'),
    sealedExportKey: sealed(exportKey, 'exportKey'),
  };
}

/** Not `for update`: that excludes each insert of a row that refers to the location, such as a page of the mirror. */
async function lockLocation(tx: Queryable, locationId: string): Promise<Location> {
  const [location] = await tx.select().from(locations).where(eq(locations.id, locationId)).for('no key update');
  if (!location) throw new ActionFailure('notFound', 'There is no such location.');
  return location;
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
  await forgetFailures(tx, { locationId });
  await deleteFullBuckets(tx, locationId);
  // with another secret: the former gym keeps the webhook, and its events must not count here
  await tx
    .update(webhookRegistrations)
    .set({
      sealedSecret: sealNewSecret(desk, locationId),
      sealedFormerSecret: null,
      state: 'open',
      heardAt: null,
      attempts: 0,
      nextAttemptAt: now,
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

/**
 * The list of opted-out people is read anew: what was found, asked and confirmed so far was about another key.
 * @throws ActionFailure `conflict` for the key of another location, whose list would delete data here
 */
async function resetOptOuts(tx: Queryable, desk: DeskContext, location: Location): Promise<void> {
  const { id: locationId, exportUrl: url } = location;
  const key = findSecret(desk, location, 'exportKey');
  const holder =
    url !== null && key !== null && (await findLocationOfKey({ ...desk, db: tx }, { locationId, url, key }));
  if (holder) throw new ActionFailure('conflict', `The location ${holder.name} (${holder.slug}) has this key.`);
  const unread = { failure: null, failureCause: null, failingSince: null, askedCount: null, askedSince: null };
  await tx
    .update(optOutChecks)
    .set({ ...unread, confirmedCount: null, confirmedAt: null, requestedBy: null, nextAt: new Date(desk.clock()) })
    .where(eq(optOutChecks.locationId, locationId));
  // A person whom only lists of former keys named counts as handled for a day after another key is entered, so that a wrong key
  // can be corrected; for longer, a later opt-out would delete nothing. Without a key no list is read, and the day has not begun.
  if (url !== null) {
    const unlistedSince = new Date(desk.clock() - longestUnlistedMs + dayMs);
    await tx.update(optedOutMembers).set({ unlistedSince }).where(eq(optedOutMembers.locationId, locationId));
  }
  await notifyLive(tx, { locationId, event: 'status' });
}
