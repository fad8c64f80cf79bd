import { boolean, doublePrecision, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { chainPolicies, instant } from './columns.ts';

/*
 * Drizzle does not support partitions, so the migrations create these tables by hand: one partition per month of
 * `occurredAt`, in UTC. `occurredAt` is part of the key and never changes; a correction replaces everything else.
 * Rows are deleted with their member and gym by triggers instead of foreign keys: a trigger runs one query per
 * statement, not one per row.
 */
const trainingColumns = () => ({
  chainId: uuid().notNull(),
  gymId: uuid().notNull(),
  occurredAt: instant().notNull(),
  /** The id that the measuring device or its software assigned. */
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
    /** The measured value. Only the metrics use it; no export contains it. */
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
