import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ClosingException, ClosingTimes } from '#lib/wire/closing-times.ts';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import type { AddressName } from '#lib/wire/platform-access.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { passkeyRequirements } from '#lib/wire/staff.ts';
import { usualIdleLimitMin } from '#shared/session/session-rules.ts';
import { instant, isOneOf } from './columns.ts';

/** A gym that this deployment serves. Columns named `sealed…` are encrypted (see lib/server/crypto/seal.ts). */
export const locations = pgTable(
  'locations',
  {
    id: uuid().primaryKey(),
    /** Not unique: gyms of different owners may have the same name. */
    name: text().notNull(),
    /** In URLs: `/g/<slug>`. It stays when the name changes, so that bookmarks keep working. */
    slug: text().notNull().unique(),
    /** IANA name, never an offset: PostgreSQL reads the sign of one the other way round than the runtime does. */
    timeZone: text().notNull(),
    capacity: integer(),
    apiUrl: text().notNull(),
    sealedApiKey: text().notNull(),
    v1Url: text(),
    v1GymId: text(),
    sealedV1Token: text('sealed_v1_token'),
    exportUrl: text(),
    sealedExportKey: text(),
    /** Addresses that a manager has entered. Requests to these reach only public networks (see lib/server/locations/reach.ts). */
    enteredAddresses: jsonb().$type<AddressName[]>().notNull().default([]),
    checkInOnScan: boolean().notNull().default(true),
    /** A second scan within this many seconds after a check-in counts as a repeat. */
    repeatWindowS: integer().notNull().default(60),
    /** For this many seconds a visit can be undone; it is sent after that. */
    undoS: integer().notNull().default(10),
    /** Members rarely check out: after this many hours they count as gone. */
    longestStayH: integer().notNull().default(8),
    /** By weekday of the evening: when members who are still in are checked out. */
    closingTimes: jsonb().$type<ClosingTimes>().notNull().default({}),
    /** Days that differ from their weekday. */
    closingExceptions: jsonb().$type<ClosingException[]>().notNull().default([]),
    /** Closings before this moment are skipped, so that a change of the times does not check out members retroactively. */
    closingTimesSetAt: instant(),
    /** A session ends after this many minutes without activity; null for no limit but the shift. */
    idleLimitMin: integer().default(usualIdleLimitMin),
    /** Who at this location needs a passkey. */
    passkeysRequiredOf: text({ enum: passkeyRequirements }).notNull().default('nobody'),
    /** Whether verdicts mention that a member has no photo. */
    expectsPhotos: boolean().notNull().default(false),
    /** Whether the desk keeps screens awake. */
    keepsScreenAwake: boolean().notNull().default(false),
    /** Settled visits are deleted after this many months; null keeps them. */
    keepVisitsMonths: integer(),
    keepAuditLogMonths: integer(),
    /** Of processed webhook events. */
    keepWebhooksMonths: integer(),
    /** How its readers write card numbers: one entry for each way. `findAmbiguity` finds none. */
    readerProfiles: jsonb()
      .$type<ReaderProfile[]>()
      .notNull()
      .default([{ format: 'hex', byteOrder: 'asRead', byteLength: 'auto' }]),
    demoCards: jsonb().$type<DemoCard[]>().notNull().default([]),
    createdAt: instant().notNull(),
    /** Since when `apiUrl` and `sealedApiKey` are in use. */
    connectedSince: instant().notNull().default(sql`now()`),
    /** Since when its granted admissions are kept (see lib/server/admissions). */
    admissionsSince: instant().notNull().default(sql`now()`),
    /** The desk does not know all visits before it: they were deleted by `keepVisitsMonths`. Null where nothing was. */
    visitsSince: instant(),
    /** When everything that a new gym needs was done (see lib/server/getting-started); null until then. */
    setUpDoneAt: instant(),
    /** When a reader first sent the card of a member here; null until then. */
    cardScannedAt: instant(),
    /** Since when the location is not in use. There is no background work for it, but recorded visits are kept and still sent. */
    retiredAt: instant(),
    /** From when until when it was retired before, as ISO instants: it was asked for no admissions then. */
    retiredSpans: jsonb().$type<{ from: string; until: string }[]>().notNull().default([]),
  },
  (table) => [
    check('locations_passkeys_required_of', isOneOf(table.passkeysRequiredOf, passkeyRequirements)),
    check('locations_time_zone', sql`${table.timeZone} ~* '^[a-z].*/|^utc$'`),
  ],
);
export type Location = typeof locations.$inferSelect;
