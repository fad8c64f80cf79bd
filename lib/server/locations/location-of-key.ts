import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { locations } from '#lib/server/db/schema/locations.ts';

/** Held while a key is compared with those of other locations and stored: of two who enter one key at once, one stores it. */
export const lockKeys = (tx: Queryable): Promise<void> => lockExclusive(tx, 'keys of locations');

export interface EnteredKey {
  /** Of the location that is to have the key; null for one that is not stored yet. */
  locationId: string | null;
  /** The origin of the platform. */
  url: string;
  apiKey: string;
}

export interface OtherLocation {
  id: string;
  name: string;
  slug: string;
}

/** Another location in use that has the same key at the same platform: the visits of both would be sent to one gym. */
export async function findLocationOfKey(
  desk: Pick<DeskContext, 'db' | 'secret' | 'previousSecret'>,
  { locationId, url, apiKey }: EnteredKey,
): Promise<OtherLocation | null> {
  const others = await desk.db
    .select({ id: locations.id, name: locations.name, slug: locations.slug, sealed: locations.sealedApiKey })
    .from(locations)
    .where(and(eq(locations.apiUrl, url), locationId === null ? undefined : ne(locations.id, locationId), isInUse));
  const holder = others.find(({ id, sealed }) => unseal(desk, { sealed, locationId: id, field: 'apiKey' }) === apiKey);
  return holder ? { id: holder.id, name: holder.name, slug: holder.slug } : null;
}
