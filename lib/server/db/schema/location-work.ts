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
  'matchOptedOut',
  'pullTraining',
  'followExportOrders',
  'countForReports',
] as const;
export type LocationWorkKind = (typeof locationWorkKinds)[number];

/** Background work per location, and when it is due. A row is done by the process that claims it. */
export const locationWork = pgTable(
  'location_work',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    kind: text({ enum: locationWorkKinds }).notNull(),
    dueAt: instant().notNull(),
    /** A new one for every lease; null while no process works on it. */
    leaseId: uuid(),
    /** The lease expires then unless it is renewed. */
    leaseEndsAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.kind] }),
    index().on(table.kind, table.dueAt),
    check('location_work_kind', isOneOf(table.kind, locationWorkKinds)),
  ],
);
