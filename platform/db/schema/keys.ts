import { boolean, doublePrecision, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { permissions } from '#contracts/v2/operations.ts';
import { bytea, instant } from './columns.ts';

/** Platform wide, because it says which chain a request belongs to. The secret itself is never stored. */
export const apiKeys = pgTable('api_keys', {
  /** The middle part of the key, by which it is found. */
  keyId: text().primaryKey(),
  chainId: uuid().notNull(),
  gymId: uuid().notNull(),
  secretHash: bytea().notNull(),
  permissions: text({ enum: permissions }).array().notNull(),
  createdAt: instant().notNull(),
  revokedAt: instant(),
});
/** Access tokens of the legacy interface; platform wide for the same reason. */
export const accessTokens = pgTable('access_tokens', {
  legacyGymId: integer().primaryKey(),
  chainId: uuid().notNull(),
  gymId: uuid().notNull(),
  tokenHash: bytea().notNull(),
  /** Last request, written at most once a minute; the bucket of the token knows the moment itself. */
  lastReceivedAt: instant(),
  createdAt: instant().notNull(),
});
/** Token bucket of a credential. UNLOGGED: after a crash every bucket is full again, which harms no one. */
export const rateBuckets = pgTable('rate_buckets', {
  keyId: text().primaryKey(),
  tokens: doublePrecision().notNull(),
  refilledAt: instant().notNull(),
  granted: boolean().notNull(),
});
