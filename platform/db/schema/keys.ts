import { boolean, doublePrecision, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { permissions } from '#contracts/v2/operations.ts';
import { bytea, instant } from './columns.ts';

/** Not per chain, because the key tells which chain a request belongs to. The secret itself is never stored. */
export const apiKeys = pgTable('api_keys', {
  /** The middle part of the key, by which the row is found. */
  keyId: text().primaryKey(),
  chainId: uuid().notNull(),
  gymId: uuid().notNull(),
  secretHash: bytea().notNull(),
  permissions: text({ enum: permissions }).array().notNull(),
  createdAt: instant().notNull(),
  revokedAt: instant(),
});
/** Access tokens of the legacy interface. Not per chain, for the same reason. */
export const accessTokens = pgTable('access_tokens', {
  legacyGymId: integer().primaryKey(),
  chainId: uuid().notNull(),
  gymId: uuid().notNull(),
  tokenHash: bytea().notNull(),
  /** Last request, written at most once a minute. The bucket of the token has the exact time. */
  lastReceivedAt: instant(),
  createdAt: instant().notNull(),
});
/** Token bucket of a credential. UNLOGGED: after a crash every bucket is full again, which is harmless. */
export const rateBuckets = pgTable('rate_buckets', {
  keyId: text().primaryKey(),
  tokens: doublePrecision().notNull(),
  refilledAt: instant().notNull(),
  granted: boolean().notNull(),
});
