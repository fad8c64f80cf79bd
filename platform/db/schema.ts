import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgRole,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { genders, membershipTypes } from '#contracts/v2/accounts.ts';
import { permissions } from '#contracts/v2/operations.ts';
import { productScopes } from '#contracts/v2/products.ts';
import { tagFormats } from '#contracts/v2/rfids.ts';
import { taskTypes } from '#contracts/v2/tasks.ts';
import { webhookEventTypes } from '#contracts/v2/webhooks.ts';

/** Role of the running platform: sees the rows of one chain at a time, the one in `app.chain_id`. */
export const platformRole = pgRole('front_desk_platform').existing();
/** Role of the operator's commands, and of the few functions that look across chains. */
export const operatorRole = pgRole('front_desk_operator').existing();

const ofCurrentChain = sql`chain_id = nullif(current_setting('app.chain_id', true), '')::uuid`;
const chainPolicies = () => [
  pgPolicy('rows_of_current_chain', { to: platformRole, using: ofCurrentChain, withCheck: ofCurrentChain }),
  pgPolicy('rows_of_every_chain', { to: operatorRole, using: sql`true`, withCheck: sql`true` }),
];

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
const day = () => date({ mode: 'string' });
const number = () => bigint({ mode: 'number' });

type ColumnOf<Table extends string> = AnyPgColumn<{ tableName: Table }>;

/** The row goes with its gym. */
const ofGym = <Table extends string>(table: Table, chainId: ColumnOf<Table>, gymId: ColumnOf<Table>) =>
  foreignKey({
    name: `${table}_of_gym`,
    columns: [chainId, gymId],
    foreignColumns: [gyms.chainId, gyms.gymId],
  }).onDelete('cascade');

/** The row goes with its member: erasing a chain profile leaves nothing behind. */
const ofMember = <Table extends string>(table: Table, chainId: ColumnOf<Table>, accountId: ColumnOf<Table>) =>
  foreignKey({
    name: `${table}_of_member`,
    columns: [chainId, accountId],
    foreignColumns: [chainProfiles.chainId, chainProfiles.accountId],
  }).onDelete('cascade');

// --- Chains, gyms, credentials -------------------------------------------------------------------

export const chains = pgTable(
  'chains',
  { chainId: uuid().primaryKey(), name: text().notNull(), createdAt: instant().notNull() },
  () => chainPolicies(),
);
export type Chain = typeof chains.$inferSelect;

export const gyms = pgTable(
  'gyms',
  {
    chainId: uuid()
      .notNull()
      .references(() => chains.chainId),
    gymId: uuid().notNull(),
    legacyGymId: integer().notNull().generatedAlwaysAsIdentity({ startWith: 2001 }),
    name: text().notNull(),
    timeZone: text().notNull(),
    isInCorporateNetwork: boolean().notNull().default(false),
    takesPartInPlus1: boolean('takes_part_in_plus1').notNull().default(false),
    /** Last request through the legacy interface; the connectivity indicator is read from it. */
    lastReceivedAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId] }),
    uniqueIndex('gyms_legacy_gym_id').on(t.chainId, t.legacyGymId),
    ...chainPolicies(),
  ],
);
export type Gym = typeof gyms.$inferSelect;

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
export type ApiKey = typeof apiKeys.$inferSelect;

/** Access tokens of the legacy interface; platform wide for the same reason. */
export const accessTokens = pgTable('access_tokens', {
  legacyGymId: integer().primaryKey(),
  chainId: uuid().notNull(),
  gymId: uuid().notNull(),
  tokenHash: bytea().notNull(),
  createdAt: instant().notNull(),
});
export type AccessToken = typeof accessTokens.$inferSelect;

/** Token bucket of a key. UNLOGGED: after a crash every bucket is full again, which harms no one. */
export const rateBuckets = pgTable('rate_buckets', {
  keyId: text().primaryKey(),
  tokens: doublePrecision().notNull(),
  refilledAt: instant().notNull(),
  granted: boolean().notNull(),
});

// --- People --------------------------------------------------------------------------------------

/** One person on the whole platform. Holds no personal data: that belongs to the chains. */
export const accounts = pgTable('accounts', {
  accountId: uuid().primaryKey(),
  legacyUserId: number().notNull().unique('accounts_legacy_user_id').generatedAlwaysAsIdentity({ startWith: 100_001 }),
  createdAt: instant().notNull(),
});
export type Account = typeof accounts.$inferSelect;

/** What a chain knows of a person. */
export const chainProfiles = pgTable(
  'chain_profiles',
  {
    chainId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.accountId),
    legacyUserId: number().notNull(),
    email: text().notNull(),
    /** The address to compare by. A column, because row security keeps `lower(email)` from using an index. */
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
    /** The rest is published through the legacy interface only. */
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
    // The one index without the chain in front: it serves the one look-up across chains.
    index('chain_profiles_email_of_any_chain').on(t.emailKey),
    ...chainPolicies(),
  ],
);
export type ChainProfile = typeof chainProfiles.$inferSelect;

/** Ties an account to one gym of the chain; contract data included. */
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
    /** The rest is published through the legacy interface only. */
    isActive: boolean(),
    isDayGuest: boolean(),
    isProspect: boolean(),
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
    ...chainPolicies(),
  ],
);
export type Membership = typeof memberships.$inferSelect;

/** Corporate entitlements, issued platform wide; a TAN is bound to the first account that uses it. */
export const tans = pgTable('tans', {
  tan: text().primaryKey(),
  /** First and last day, both included, in the time zone of the gym that asks. */
  startsOn: day().notNull(),
  endsOn: day(),
  isPlus1: boolean('is_plus1').notNull().default(false),
  accountId: uuid().references(() => accounts.accountId, { onDelete: 'cascade' }),
  createdAt: instant().notNull(),
});
export type Tan = typeof tans.$inferSelect;

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
export type GymRole = typeof gymRoles.$inferSelect;

/** Profile pictures, re-encoded. In the database, so that erasing one is part of the same transaction. */
export const accountImages = pgTable(
  'account_images',
  {
    chainId: uuid().notNull(),
    accountId: uuid().notNull(),
    mediaType: text().notNull(),
    content: bytea().notNull(),
    uploadedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.accountId] }),
    ofMember('account_images', t.chainId, t.accountId),
    ...chainPolicies(),
  ],
);
export type AccountImage = typeof accountImages.$inferSelect;

// --- Cards and passes ----------------------------------------------------------------------------

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
export type NfcTokenRow = typeof nfcTokens.$inferSelect;

// --- Products ------------------------------------------------------------------------------------

export const productKinds = ['STRENGTH_MACHINE_ADMISSION', 'PREMIUM'] as const;

export const products = pgTable(
  'products',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    productId: integer().notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    kind: text({ enum: productKinds }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    scope: text({ enum: productScopes }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.productId] }),
    ofGym('products', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);
export type ProductRow = typeof products.$inferSelect;

export const bookings = pgTable(
  'bookings',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    accountId: uuid().notNull(),
    productId: integer().notNull(),
    /** First and last day, both included, in the time zone of the gym. */
    startDate: day().notNull(),
    endDate: day().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.accountId, t.productId] }),
    ofMember('bookings', t.chainId, t.accountId),
    foreignKey({
      name: 'bookings_of_product',
      columns: [t.chainId, t.gymId, t.productId],
      foreignColumns: [products.chainId, products.gymId, products.productId],
    }).onDelete('cascade'),
    ...chainPolicies(),
  ],
);
export type Booking = typeof bookings.$inferSelect;

// --- Visits --------------------------------------------------------------------------------------

export const visitKinds = ['CHECKIN', 'CHECKOUT'] as const;
export type VisitKind = (typeof visitKinds)[number];

/** Visit events as they happened. The primary key is what makes a repeated event the same event. */
export const visits = pgTable(
  'visits',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    accountId: uuid().notNull(),
    kind: text({ enum: visitKinds }).notNull(),
    occurredAt: instant().notNull(),
    recordedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.accountId, t.kind, t.occurredAt] }),
    ofMember('visits', t.chainId, t.accountId),
    ofGym('visits', t.chainId, t.gymId),
    index('visits_by_time').on(t.chainId, t.gymId, t.occurredAt.desc().nullsFirst()),
    ...chainPolicies(),
  ],
);
export type Visit = typeof visits.$inferSelect;

/** Granted admissions of corporate members. */
export const admissions = pgTable(
  'admissions',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    accountId: uuid().notNull(),
    admissionId: uuid().notNull(),
    admittedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.accountId, t.admissionId] }),
    ofMember('admissions', t.chainId, t.accountId),
    ofGym('admissions', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);
export type AdmissionRow = typeof admissions.$inferSelect;

// --- Trainer tasks -------------------------------------------------------------------------------

export const tasks = pgTable(
  'tasks',
  {
    chainId: uuid().notNull(),
    taskId: number().notNull().generatedAlwaysAsIdentity({ startWith: 1 }),
    gymId: uuid().notNull(),
    name: text().notNull(),
    type: text({ enum: taskTypes }),
    dueDate: day().notNull(),
    /** Empty once the author or completer was erased; a task goes with its target. */
    authorId: uuid(),
    targetId: uuid().notNull(),
    completerId: uuid(),
    isCompleted: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    modifiedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.taskId] }),
    ofMember('tasks', t.chainId, t.targetId),
    ofGym('tasks', t.chainId, t.gymId),
    index('tasks_by_change').on(t.chainId, t.gymId, t.modifiedAt.desc().nullsFirst(), t.taskId.desc().nullsFirst()),
    index('tasks_of_target').on(t.chainId, t.targetId),
    index('tasks_of_author').on(t.chainId, t.authorId),
    index('tasks_of_completer').on(t.chainId, t.completerId),
    ...chainPolicies(),
  ],
);
export type TaskRow = typeof tasks.$inferSelect;

// --- Webhooks and notifications ------------------------------------------------------------------

export const webhooks = pgTable(
  'webhooks',
  {
    chainId: uuid().notNull(),
    webhookId: number().notNull().generatedAlwaysAsIdentity({ startWith: 1 }),
    gymId: uuid().notNull(),
    url: text().notNull(),
    /** Sealed: what stands here is of no use without the key that the program is started with. */
    secret: text().notNull(),
    /** Set when the receiver answered 410 Gone; an update of the webhook clears it. */
    disabledAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.webhookId] }),
    ofGym('webhooks', t.chainId, t.gymId),
    uniqueIndex('webhooks_url').on(t.chainId, t.gymId, t.url),
    ...chainPolicies(),
  ],
);
export type WebhookRow = typeof webhooks.$inferSelect;

/** `PENDING` until it is a job, `QUEUED` until it arrived or was given up. */
export const deliveryStates = ['PENDING', 'QUEUED', 'DELIVERED', 'FAILED'] as const;

/** One event on its way to one webhook. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    chainId: uuid().notNull(),
    deliveryId: uuid().notNull(),
    webhookId: number().notNull(),
    type: text({ enum: webhookEventTypes }).notNull(),
    /** Cleared when the delivery of an erasure is settled. */
    accountId: uuid(),
    occurredAt: instant().notNull(),
    state: text({ enum: deliveryStates }).notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    lastStatus: integer(),
    lastAttemptAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.deliveryId] }),
    foreignKey({
      name: 'webhook_deliveries_of_webhook',
      columns: [t.chainId, t.webhookId],
      foreignColumns: [webhooks.chainId, webhooks.webhookId],
    }).onDelete('cascade'),
    index('webhook_deliveries_of_webhook_by_time').on(t.chainId, t.webhookId, t.createdAt.desc().nullsFirst()),
    index('webhook_deliveries_of_account').on(t.chainId, t.accountId),
    // Without the chain in front: they serve the workers, which take up what is left of every chain.
    index('webhook_deliveries_pending').on(t.createdAt).where(sql`state = 'PENDING'`),
    index('webhook_deliveries_settled').on(t.createdAt).where(sql`state IN ('DELIVERED', 'FAILED')`),
    ...chainPolicies(),
  ],
);
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;

export const pushNotifications = pgTable(
  'push_notifications',
  {
    chainId: uuid().notNull(),
    accountId: uuid().notNull(),
    notificationId: uuid().notNull(),
    gymId: uuid().notNull(),
    text: text().notNull(),
    deeplink: text(),
    createdAt: instant().notNull(),
    deliveredAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.accountId, t.notificationId] }),
    ofMember('push_notifications', t.chainId, t.accountId),
    ofGym('push_notifications', t.chainId, t.gymId),
    index('push_notifications_undelivered').on(t.createdAt).where(sql`delivered_at IS NULL`),
    ...chainPolicies(),
  ],
);
export type PushNotificationRow = typeof pushNotifications.$inferSelect;

// --- Training and measurements -------------------------------------------------------------------

const trainingColumns = () => ({
  chainId: uuid().notNull(),
  gymId: uuid().notNull(),
  eventId: number().notNull().generatedAlwaysAsIdentity(),
  accountId: uuid().notNull(),
  occurredAt: instant().notNull(),
  recordedAt: instant().notNull(),
});

export const strengthWorkouts = pgTable(
  'strength_workouts',
  {
    ...trainingColumns(),
    isGuest: boolean(),
    machineType: text(),
    trainingMethod: text(),
    operationMode: text(),
    trainingVisualization: text(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.eventId] }),
    ofMember('strength_workouts', t.chainId, t.accountId),
    ofGym('strength_workouts', t.chainId, t.gymId),
    index('strength_workouts_by_time').on(t.chainId, t.gymId, t.occurredAt, t.eventId),
    index('strength_workouts_of_account').on(t.chainId, t.accountId),
    ...chainPolicies(),
  ],
);
export type StrengthWorkout = typeof strengthWorkouts.$inferSelect;

export const strengthAssessments = pgTable(
  'strength_assessments',
  {
    ...trainingColumns(),
    bodyRegion: text(),
    typeId: text(),
    activityName: text(),
    isMeasurementCompleted: boolean(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.eventId] }),
    ofMember('strength_assessments', t.chainId, t.accountId),
    ofGym('strength_assessments', t.chainId, t.gymId),
    index('strength_assessments_by_time').on(t.chainId, t.gymId, t.occurredAt, t.eventId),
    index('strength_assessments_of_account').on(t.chainId, t.accountId),
    ...chainPolicies(),
  ],
);
export type StrengthAssessment = typeof strengthAssessments.$inferSelect;

export const flexibilityMeasurements = pgTable(
  'flexibility_measurements',
  {
    ...trainingColumns(),
    measurementType: text(),
    isStaff: boolean(),
    isMeasurementCompleted: boolean(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.eventId] }),
    ofMember('flexibility_measurements', t.chainId, t.accountId),
    ofGym('flexibility_measurements', t.chainId, t.gymId),
    index('flexibility_measurements_by_time').on(t.chainId, t.gymId, t.occurredAt, t.eventId),
    index('flexibility_measurements_of_account').on(t.chainId, t.accountId),
    ...chainPolicies(),
  ],
);
export type FlexibilityMeasurement = typeof flexibilityMeasurements.$inferSelect;

export const bodyMeasurements = pgTable(
  'body_measurements',
  {
    ...trainingColumns(),
    measurementSource: text(),
    isStaff: boolean(),
    isMeasurementCompleted: boolean(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.eventId] }),
    ofMember('body_measurements', t.chainId, t.accountId),
    ofGym('body_measurements', t.chainId, t.gymId),
    index('body_measurements_by_time').on(t.chainId, t.gymId, t.occurredAt, t.eventId),
    index('body_measurements_of_account').on(t.chainId, t.accountId),
    ...chainPolicies(),
  ],
);
export type BodyMeasurement = typeof bodyMeasurements.$inferSelect;
