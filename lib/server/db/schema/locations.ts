import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import type { ClosingTimes } from '#lib/wire/locations.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { instant } from './columns.ts';

/** A gym that this deployment serves. Columns named `sealed…` are encrypted (see lib/server/crypto/seal.ts). */
export const locations = pgTable('locations', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  /** What stands for it in addresses: `/g/<slug>`. It stays when the name changes, since people keep addresses. */
  slug: text().notNull().unique(),
  /** IANA name. */
  timeZone: text().notNull(),
  capacity: integer(),
  apiUrl: text().notNull(),
  sealedApiKey: text().notNull(),
  v1Url: text(),
  v1GymId: text(),
  sealedV1Token: text('sealed_v1_token'),
  exportUrl: text(),
  sealedExportKey: text(),
  checkInOnScan: boolean().notNull().default(true),
  /** A second scan within so many seconds of a check-in is the same visit. */
  repeatWindowS: integer().notNull().default(60),
  /** For so many seconds a visit can be taken back; it is sent after that. */
  undoS: integer().notNull().default(10),
  /** Nobody checks out: after so many hours a member counts as gone. */
  longestStayH: integer().notNull().default(8),
  /** When who is still in is checked out, by the day whose evening it is. */
  closingTimes: jsonb().$type<ClosingTimes>().notNull().default({}),
  /** Closings before this moment never happen: a change of the times checks nobody out afterwards. */
  closingTimesSetAt: instant(),
  /** After so many minutes in which nothing is done, a session ends; null where only the shift ends it. */
  idleLimitMin: integer(),
  /** Whether reception is told of members without a picture. */
  expectsPhotos: boolean().notNull().default(false),
  /** Whether screens stay lit while the desk is open on them. */
  keepsScreenAwake: boolean().notNull().default(false),
  /** After so many months visits that are dealt with are deleted; null keeps them. */
  keepVisitsMonths: integer(),
  keepAuditLogMonths: integer(),
  /** Of what platforms told this desk, once it has been acted upon. */
  keepWebhooksMonths: integer(),
  readerProfile: jsonb()
    .$type<ReaderProfile>()
    .notNull()
    .default({ format: 'hex', byteOrder: 'asRead', byteLength: 'auto' }),
  demoCards: jsonb().$type<DemoCard[]>().notNull().default([]),
  createdAt: instant().notNull(),
  /** Since then nobody works here, and nothing is done in the background. All that was recorded stays, and is still sent. */
  retiredAt: instant(),
});
export type Location = typeof locations.$inferSelect;
