import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { tagFormats } from '#contracts/v2/rfids.ts';
import { ofMember } from './accounts.ts';
import { chainPolicies, instant } from './columns.ts';

/**
 * A card belongs to one member of the chain. The row exists as long as at least one of its sources has assigned the
 * card.
 */
export const rfids = pgTable(
  'rfids',
  {
    chainId: uuid().notNull(),
    /** `0x` and upper case hex. */
    rfid: text().notNull(),
    accountId: uuid().notNull(),
    tagFormat: text({ enum: tagFormats }),
    isFromGymSoftware: boolean().notNull(),
    isFromMachine: boolean().notNull().default(false),
    /**
     * The number was sent in decimal, which does not tell the number of leading zeros. A look-up therefore ignores
     * them.
     */
    isDecimal: boolean().notNull().default(false),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.rfid] }),
    ofMember('rfids', t.chainId, t.accountId),
    index('rfids_of_member').on(t.chainId, t.accountId),
    ...chainPolicies(),
  ],
);
export type RfidRow = typeof rfids.$inferSelect;

/**
 * One token per account and issuer. One account may have the same token for two issuers; two accounts never have the
 * same token.
 */
export const nfcTokens = pgTable(
  'nfc_tokens',
  {
    chainId: uuid().notNull(),
    accountId: uuid().notNull(),
    /** `google:<collectorId>`, `apple:<passTypeId>`, or empty if the request named no issuer. */
    issuer: text().notNull(),
    token: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.accountId, t.issuer] }),
    ofMember('nfc_tokens', t.chainId, t.accountId),
    index('nfc_tokens_token').on(t.chainId, t.token),
    ...chainPolicies(),
  ],
);
