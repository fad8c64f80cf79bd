import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/** Issuers of wallet passes that a location has used, to offer them again. */
export const passIssuers = pgTable(
  'pass_issuers',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** In the format of `writeIssuer`. */
    issuer: text().notNull(),
    usedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.issuer] })],
);
