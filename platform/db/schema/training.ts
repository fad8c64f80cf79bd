import { boolean, doublePrecision, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { chainPolicies, instant } from './columns.ts';

/*
 * Drizzle knows no partitions: the migrations make these tables by hand, one partition a month of `occurredAt`, in UTC.
 * When an event happened is a part of its key, and never changes: a correction replaces everything else.
 * Rows go with their member and gym by triggers instead of foreign keys, which ask once a statement and not once a row.
 */
const trainingColumns = () => ({
  chainId: uuid().notNull(),
  gymId: uuid().notNull(),
  occurredAt: instant().notNull(),
  /** Named by whatever measured it. */
  eventId: uuid().notNull(),
  accountId: uuid().notNull(),
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
    primaryKey({ columns: [t.chainId, t.gymId, t.occurredAt, t.eventId] }),
    index('strength_workouts_of_account').on(t.chainId, t.accountId, t.gymId, t.occurredAt),
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
    /** What was measured; for metrics alone, no export tells it. */
    strengthKg: doublePrecision(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.occurredAt, t.eventId] }),
    index('strength_assessments_of_account').on(t.chainId, t.accountId, t.gymId, t.occurredAt),
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
    primaryKey({ columns: [t.chainId, t.gymId, t.occurredAt, t.eventId] }),
    index('flexibility_measurements_of_account').on(t.chainId, t.accountId, t.gymId, t.occurredAt),
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
    primaryKey({ columns: [t.chainId, t.gymId, t.occurredAt, t.eventId] }),
    index('body_measurements_of_account').on(t.chainId, t.accountId, t.gymId, t.occurredAt),
    ...chainPolicies(),
  ],
);
export type BodyMeasurement = typeof bodyMeasurements.$inferSelect;
