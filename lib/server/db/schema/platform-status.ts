import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { outageCauses } from '#lib/wire/outage-causes.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

export const connectionStates = ['reachable', 'unreachable', 'keyRejected', 'permissionMissing'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** The state of the connection to a platform, by its last answers. */
export const platformStatus = pgTable(
  'platform_status',
  {
    locationId: uuid()
      .primaryKey()
      .references(() => locations.id),
    connection: text({ enum: connectionStates }).notNull(),
    since: instant().notNull(),
    /** Why it is unreachable, if that is known. */
    cause: text({ enum: outageCauses }),
    /** The permission that the key lacks. */
    permission: text(),
    /** By how many seconds the desk's clock is ahead of the platform's; negative where behind, null while they agree. */
    clockAheadS: integer(),
    /** Failed answers in a row. */
    failures: integer().notNull().default(0),
  },
  (table) => [
    check('platform_status_connection', isOneOf(table.connection, connectionStates)),
    check('platform_status_cause', isOneOf(table.cause, outageCauses)),
  ],
);
