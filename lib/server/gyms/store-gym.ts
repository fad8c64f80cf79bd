import 'server-only';
import { eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { addLocation, lockAdding } from '#lib/server/locations/add-location.ts';
import { findLocationOfKey, lockKeys, type OtherLocation } from '#lib/server/locations/location-of-key.ts';
import type { AddressName } from '#lib/wire/platform-access.ts';
import { findTimeZone } from '#shared/database/find-time-zone.ts';

interface NewGym extends Pick<Location, 'id' | 'name' | 'timeZone' | 'apiUrl'> {
  /** In URLs; made of the name where left out. */
  slug: string | undefined;
  capacity?: number | undefined;
  apiKey: string;
  /** Those that a manager has entered; none by default. */
  enteredAddresses?: AddressName[];
  /** The staff member; null for a command of the operator. */
  by: string | null;
}

type StoreOutcome =
  | { kind: 'added'; gym: Location }
  | { kind: 'slugTaken' }
  | { kind: 'timeZoneUnknown' }
  | { kind: 'inUseElsewhere'; holder: OtherLocation };

/** Adds a gym, unless another one in use has its key, or the database knows its time zone by no name. */
export function storeGym(desk: DeskContext, { by, slug, apiKey, ...gym }: NewGym): Promise<StoreOutcome> {
  return desk.db.transaction(async (tx): Promise<StoreOutcome> => {
    const timeZone = await findTimeZone(tx, gym.timeZone);
    if (timeZone === null) return { kind: 'timeZoneUnknown' };
    await lockAdding(tx);
    if (slug !== undefined && (await tx.$count(locations, eq(locations.slug, slug))) > 0) return { kind: 'slugTaken' };
    await lockKeys(tx);
    const holder = await findLocationOfKey({ ...desk, db: tx }, { locationId: null, url: gym.apiUrl, key: apiKey });
    if (holder) return { kind: 'inUseElsewhere', holder };
    const now = new Date(desk.clock());
    const added = await addLocation(tx, { ...gym, timeZone, slug, apiKey, secret: desk.secret, now });
    await writeAudit(tx, desk, { locationId: gym.id, staffId: by, action: 'addLocation' });
    return { kind: 'added', gym: added };
  });
}
