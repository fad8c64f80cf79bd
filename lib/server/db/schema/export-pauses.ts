import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/** Until when the data export takes no requests with a location's key, as it has said to any process. */
export const exportPauses = pgTable('export_pauses', {
  locationId: uuid()
    .primaryKey()
    .references(() => locations.id),
  until: instant().notNull(),
});
