import { bigint, jsonb, text, timestamp } from 'drizzle-orm/pg-core';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** The columns of a passkey (WebAuthn): one row per authenticator, or per account in which a person syncs theirs. */
export const passkeyColumns = () => ({
  /** The credential's id, base64url. */
  id: text().primaryKey(),
  name: text().notNull(),
  /** COSE, base64url. */
  publicKey: text().notNull(),
  /** The authenticator's count of signatures at the last use; stays 0 where it counts none. */
  counter: bigint({ mode: 'number' }).notNull(),
  /** How the browser reaches the authenticator, a hint for it. */
  transports: jsonb().$type<string[]>().notNull(),
  createdAt: instant().notNull(),
  lastUsedAt: instant(),
});

/** The columns of WebAuthn challenges that were answered correctly, until they expire: each is accepted once. */
export const usedChallengeColumns = () => ({
  /** SHA-256 of the challenge. */
  digest: text().primaryKey(),
  expiresAt: instant().notNull(),
});
