import 'server-only';
import { and, eq, ne, or } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { findSecret } from './find-secret.ts';

/** Held while a key is compared with those of other locations and stored: of two who enter one key at once, one stores it. */
export const lockKeys = (tx: Queryable): Promise<void> => lockExclusive(tx, 'keys of locations');

export interface EnteredKey {
  /** Of the location that is to have the key; null for one that is not stored yet. */
  locationId: string | null;
  /** The origin of the platform. */
  url: string;
  key: string;
}

export interface OtherLocation {
  id: string;
  name: string;
  slug: string;
}

/**
 * Another location in use that has the same key at the same platform, for version 2 or for the data export: the visits of both
 * would be sent to one gym, or its list would delete data at both.
 */
export async function findLocationOfKey(
  desk: Pick<DeskContext, 'db' | 'secret' | 'previousSecret'>,
  { locationId, url, key }: EnteredKey,
): Promise<OtherLocation | null> {
  const isOther = locationId === null ? undefined : ne(locations.id, locationId);
  const others = await desk.db
    .select()
    .from(locations)
    .where(and(or(eq(locations.apiUrl, url), eq(locations.exportUrl, url)), isOther, isInUse));
  const holder = others.find(
    (location) =>
      (location.apiUrl === url && findSecret(desk, location, 'apiKey') === key) ||
      (location.exportUrl === url && findSecret(desk, location, 'exportKey') === key),
  );
  return holder ? { id: holder.id, name: holder.name, slug: holder.slug } : null;
}
