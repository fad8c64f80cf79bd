import 'server-only';
import { eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { ReaderProfile, ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { areSameProfiles } from '#lib/wire/reader/same-profiles.ts';

/**
 * Locks the location for a change of its reader profiles.
 * @throws ActionFailure `notFound`
 */
export async function lockReaders(tx: Queryable, locationId: string): Promise<ReaderProfile[]> {
  const [location] = await tx
    .select({ readerProfiles: locations.readerProfiles })
    .from(locations)
    .where(eq(locations.id, locationId))
    .for('update');
  if (!location) throw new ActionFailure('notFound', 'There is no such location.');
  return location.readerProfiles;
}

interface StoredReaders {
  locationId: string;
  before: ReaderProfiles;
  now: ReaderProfile[];
  /** The staff member; null for a command of the operator. */
  by: string | null;
}

/**
 * Stores how the readers of a location write. It applies from the next scan on in all processes, because every look-up
 * reads it; open windows are notified. The list must be free of ambiguities.
 */
export async function storeReaders(
  tx: Queryable,
  desk: DeskContext,
  { locationId, before, now, by }: StoredReaders,
): Promise<void> {
  if (areSameProfiles(before, now)) return;
  await tx.update(locations).set({ readerProfiles: now }).where(eq(locations.id, locationId));
  const reason = `reader ${inWords(before)} → ${inWords(now)}`;
  await writeAudit(tx, desk, { locationId, staffId: by, action: 'setLocation', reason });
  await notifyLive(tx, { locationId, event: 'readers' });
}

const inWords = (profiles: ReaderProfiles): string => profiles.map(wordsOf).join(' + ');

const wordsOf = ({ format, byteOrder, byteLength, endKey, isPadded, hasComma, prefix }: ReaderProfile): string =>
  [
    ...(prefix === undefined ? [] : [`“${prefix}”`]),
    format,
    byteOrder,
    byteLength,
    ...(isPadded ? ['padded'] : []),
    ...(hasComma ? ['comma'] : []),
    endKey ?? 'learn',
  ].join('/');
