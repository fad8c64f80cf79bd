import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

const locationWorkKinds = [
  'mirrorMembers',
  'askAbsent',
  'readHomes',
  'mirrorTasks',
  'resolveUnknownMembers',
  'probe',
] as const;
export type LocationWorkKind = (typeof locationWorkKinds)[number];

/** What the desk has to do in the background for a location, and when. Whichever process claims a row does it. */
export const locationWork = pgTable(
  'location_work',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    kind: text({ enum: locationWorkKinds }).notNull(),
    dueAt: instant().notNull(),
    /** Made anew for every lease; null while nobody works on it. */
    leaseId: uuid(),
    /** A lease that is not renewed until then has ended: its process has died. */
    leaseEndsAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.kind] }),
    index().on(table.kind, table.dueAt),
    check('location_work_kind', isOneOf(table.kind, locationWorkKinds)),
  ],
);
