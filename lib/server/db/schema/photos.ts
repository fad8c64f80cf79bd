import { customType, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { locations } from './locations.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Pictures of members as the desk shows them: small, and encrypted. The platform has the large ones. */
export const photos = pgTable(
  'photos',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    accountId: text().notNull(),
    /** A WebP, sealed for this member (see lib/server/crypto/seal.ts). */
    sealedPicture: bytea().notNull(),
    /** Another one for every picture, so that screens that show the old one load the new one. */
    version: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.accountId] })],
);
