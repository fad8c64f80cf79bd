import 'server-only';
import { and, eq, isNotNull, ne, type SQL } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { readOpenStays } from '#lib/server/closing/open-stays.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { taskChanges } from '#lib/server/db/schema/tasks.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { findSecret } from '#lib/server/locations/find-secret.ts';
import {
  type EnteredKey,
  findLocationOfKey,
  lockKeys,
  type OtherLocation,
} from '#lib/server/locations/location-of-key.ts';
import { setRetired } from '#lib/server/locations/set-retired.ts';
import { isOpenMessage, undoUnsent } from '#lib/server/messages/ledger.ts';
import { isOpenTaskChange } from '#lib/server/tasks/open-changes.ts';
import { isOpenVisit } from '#lib/server/visits/kept-visits.ts';
import type { RetireOutcome } from '#lib/wire/gyms.ts';

interface Retiring {
  locationId: string;
  /** The staff member; null for a command of the operator. */
  by: string | null;
  /** Condition for the locations of which one has to stay in use. */
  among: SQL | undefined;
  /** How many members may still be in; they are checked out. */
  present: number;
  /**
   * Whether visits, changes of tasks and messages may still have to reach the platform. Visits and changes are sent afterwards,
   * messages are undone: nobody there would answer a member who replies.
   */
  mayBeUnsent?: boolean;
}

/**
 * Ends the work of a location, unless it is the last one, something still has to reach the platform, or more members are in than
 * the caller expects.
 */
export function retireLocation(
  desk: DeskContext,
  { locationId, by, among, present, mayBeUnsent = false }: Retiring,
): Promise<RetireOutcome> {
  return desk.db.transaction(async (tx): Promise<RetireOutcome> => {
    // two who retire two locations at once must not retire both of the last ones
    await lockExclusive(tx, 'retiring gyms');
    const within = { ...desk, db: tx };
    const [location] = await tx
      .select()
      .from(locations)
      .where(and(eq(locations.id, locationId), isInUse));
    if (!location) return { kind: 'already' };
    if ((await tx.$count(locations, and(among, ne(locations.id, locationId), isInUse))) === 0) return { kind: 'last' };
    const unsent = mayBeUnsent ? 0 : await countUnsent(tx, locationId);
    if (unsent > 0) return { kind: 'unsent', count: unsent };
    const { length: count } = await readOpenStays(within, { location, moment: desk.clock() });
    if (count > present) return { kind: 'present', count };
    const undone = await undoUnsent(tx, eq(memberMessages.locationId, locationId));
    if (undone > 0) {
      await writeAudit(tx, desk, { locationId, staffId: by, action: 'undoMessages', reason: String(undone) });
    }
    await setRetired(within, { locationId, isRetired: true, by });
    return { kind: 'retired' };
  });
}

type ReopenOutcome = { kind: 'reopened' | 'already' } | { kind: 'inUseElsewhere'; holder: OtherLocation };

/** Brings a location back, unless another one has its key by now. */
export function reopenLocation(
  desk: DeskContext,
  { locationId, by }: Pick<Retiring, 'locationId' | 'by'>,
): Promise<ReopenOutcome> {
  return desk.db.transaction(async (tx): Promise<ReopenOutcome> => {
    const within = { ...desk, db: tx };
    await lockKeys(tx);
    const [location] = await tx
      .select()
      .from(locations)
      .where(and(eq(locations.id, locationId), isNotNull(locations.retiredAt)));
    if (!location) return { kind: 'already' };
    for (const stored of keysOf(desk, location)) {
      const holder = await findLocationOfKey(within, stored);
      if (holder) return { kind: 'inUseElsewhere', holder };
    }
    await setRetired(within, { locationId, isRetired: false, by });
    return { kind: 'reopened' };
  });
}

/** The keys of version 2 and of the data export. */
function keysOf(desk: DeskContext, location: Location): EnteredKey[] {
  const pairs = [
    { url: location.apiUrl, key: findSecret(desk, location, 'apiKey') },
    { url: location.exportUrl, key: findSecret(desk, location, 'exportKey') },
  ];
  return pairs.flatMap(({ url, key }) => (url === null || key === null ? [] : { locationId: location.id, url, key }));
}

/** What has not reached the platform, or waits for a manager to look at it. */
const countUnsent = async (tx: Queryable, locationId: string): Promise<number> =>
  (await tx.$count(visits, and(eq(visits.locationId, locationId), isOpenVisit()))) +
  (await tx.$count(taskChanges, and(eq(taskChanges.locationId, locationId), isOpenTaskChange()))) +
  (await tx.$count(memberMessages, and(eq(memberMessages.locationId, locationId), isOpenMessage())));
