import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { genders, membershipTypes } from '#contracts/v2/account-fields.ts';
import { ofGym } from './chains.ts';
import { bytea, type ColumnOf, chainPolicies, day, instant, number } from './columns.ts';

/** Foreign key to the member, with cascading delete: erasing a chain profile deletes all rows of the member. */
export const ofMember = <Table extends string>(table: Table, chainId: ColumnOf<Table>, accountId: ColumnOf<Table>) =>
  foreignKey({
    name: `${table}_of_member`,
    columns: [chainId, accountId],
    foreignColumns: [chainProfiles.chainId, chainProfiles.accountId],
  }).onDelete('cascade');

/** One person on the whole platform. Holds no personal data: that belongs to the chains. */
export const accounts = pgTable('accounts', {
  accountId: uuid().primaryKey(),
  legacyUserId: number().notNull().unique('accounts_legacy_user_id').generatedAlwaysAsIdentity({ startWith: 100_001 }),
  createdAt: instant().notNull(),
});
/** The profile of a person in one chain. */
export const chainProfiles = pgTable(
  'chain_profiles',
  {
    chainId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.accountId),
    legacyUserId: number().notNull(),
    email: text().notNull(),
    /**
     * The key to compare addresses by. It is a column because row-level security prevents the use of an index on
     * `lower(email)`.
     */
    emailKey: text().notNull().generatedAlwaysAs(sql`lower(email)`),
    firstName: text().notNull(),
    lastName: text().notNull(),
    dateOfBirth: day(),
    gender: text({ enum: genders }),
    phone: text(),
    street: text(),
    streetNumber: text(),
    zipCode: text(),
    city: text(),
    state: text(),
    country: text(),
    /** Whether health data may be exported and events sent to third parties. */
    sharesData: boolean().notNull().default(true),
    /** The columns below are published through the legacy interface only. */
    motives: text().array(),
    trainingFrequency: integer(),
    trainingDurationMinutes: integer(),
    heightCm: doublePrecision(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.accountId] }),
    uniqueIndex('chain_profiles_email').on(t.chainId, t.emailKey),
    uniqueIndex('chain_profiles_legacy_user_id').on(t.chainId, t.legacyUserId),
    // The only index that does not begin with the chain. It serves the only look-up across chains.
    index('chain_profiles_email_of_any_chain').on(t.emailKey),
    ...chainPolicies(),
  ],
);
export type ChainProfile = typeof chainProfiles.$inferSelect;

/** Links an account to one gym of the chain, with the contract data. */
export const memberships = pgTable(
  'memberships',
  {
    chainId: uuid().notNull(),
    accountId: uuid().notNull(),
    gymId: uuid().notNull(),
    membershipId: text().notNull(),
    agreementNumber: text(),
    membershipType: text({ enum: membershipTypes }),
    membershipSubType: text(),
    startOfContract: day(),
    endOfContract: day(),
    referringMemberId: text(),
    barcode: text(),
    /** The corporate entitlement behind a `CORPORATE_FITNESS` membership. */
    tan: text().references(() => tans.tan, { onDelete: 'set null' }),
    /** False for a member published through the legacy interface and not migrated yet. */
    isKnownToV2: boolean('is_known_to_v2').notNull().default(true),
    /** The columns below are published through the legacy interface only. */
    isActive: boolean(),
    isDayGuest: boolean(),
    createdAt: instant().notNull(),
    /** Last change of the membership or of the profile it belongs to. */
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.accountId] }),
    ofMember('memberships', t.chainId, t.accountId),
    ofGym('memberships', t.chainId, t.gymId),
    uniqueIndex('memberships_membership_id').on(t.chainId, t.membershipId),
    index('memberships_by_change')
      .on(t.chainId, t.updatedAt.desc().nullsFirst(), t.accountId.desc().nullsFirst())
      .where(sql`is_known_to_v2`),
    index('memberships_of_gym_by_change')
      .on(t.chainId, t.gymId, t.updatedAt.desc().nullsFirst(), t.accountId.desc().nullsFirst())
      .where(sql`is_known_to_v2`),
    index('memberships_by_referral').on(t.chainId, t.referringMemberId).where(sql`referring_member_id IS NOT NULL`),
    ...chainPolicies(),
  ],
);
export type Membership = typeof memberships.$inferSelect;

/**
 * How many members of a gym version 2 sees: the sum of the gym's rows. Triggers of `memberships` write them, each
 * transaction to a row that no other one is writing to.
 */
export const memberCounts = pgTable(
  'member_counts',
  { chainId: uuid().notNull(), gymId: uuid().notNull(), part: uuid().notNull(), members: integer().notNull() },
  (t) => [primaryKey({ columns: [t.chainId, t.gymId, t.part] }), ...chainPolicies()],
);

/** Corporate entitlements, valid on the whole platform. A TAN is bound to the first account that uses it. */
export const tans = pgTable('tans', {
  tan: text().primaryKey(),
  /** First and last day, both inclusive, in the time zone of the gym that asks. */
  startsOn: day().notNull(),
  endsOn: day(),
  isPlus1: boolean('is_plus1').notNull().default(false),
  accountId: uuid().references(() => accounts.accountId, { onDelete: 'cascade' }),
  createdAt: instant().notNull(),
});
export type Tan = typeof tans.$inferSelect;

/**
 * Failed TANs of the last minutes (unknown, or bound to another account), per gym that sent them. The TANs themselves
 * are not stored.
 */
export const tanFailures = pgTable(
  'tan_failures',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    failureId: uuid().notNull(),
    failedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.failureId] }),
    ofGym('tan_failures', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);

/** E-mail addresses that may not become members: SHA-256 of the address in lower case. */
export const blacklistedEmails = pgTable('blacklisted_emails', {
  emailHash: bytea().primaryKey(),
  createdAt: instant().notNull(),
});

export const gymRoles = pgTable(
  'gym_roles',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    accountId: uuid().notNull(),
    isTrainer: boolean().notNull().default(false),
    isGymOwner: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.accountId] }),
    ofMember('gym_roles', t.chainId, t.accountId),
    ofGym('gym_roles', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);
/** Profile pictures, re-encoded. They are in the database so that an erasure deletes them in the same transaction. */
export const accountImages = pgTable(
  'account_images',
  {
    chainId: uuid().notNull(),
    accountId: uuid().notNull(),
    mediaType: text().notNull(),
    content: bytea().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.accountId] }),
    ofMember('account_images', t.chainId, t.accountId),
    ...chainPolicies(),
  ],
);
