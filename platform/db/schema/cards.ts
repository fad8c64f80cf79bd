import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { tagFormats } from '#contracts/v2/rfids.ts';
import { ofMember } from './accounts.ts';
import { chainPolicies, instant } from './columns.ts';

/** A card belongs to one member of the chain. It exists while one of its sources says so. */
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
    /** Came as a decimal number, which says nothing of zeros in front: it is found with any number of them. */
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

/** One token an account and issuer. The same token may serve two issuers of one account, never two accounts. */
export const nfcTokens = pgTable(
  'nfc_tokens',
  {
    chainId: uuid().notNull(),
    accountId: uuid().notNull(),
    /** `google:<collectorId>`, `apple:<passTypeId>`, or empty where none was named. */
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
