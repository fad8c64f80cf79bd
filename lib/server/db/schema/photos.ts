import { customType, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { locations } from './locations.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Photos of members, small and encrypted. The platform has the large ones. */
export const photos = pgTable(
  'photos',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    accountId: text().notNull(),
    /** A WebP, sealed for this member (see lib/server/crypto/seal.ts). */
    sealedPicture: bytea().notNull(),
    /** A new one for every photo, so that screens do not show a cached old one. */
    version: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.accountId] })],
);
