import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { outageCauses } from '#lib/wire/outage-causes.ts';
import { eventSets, trainingFailures, trainingSets } from '#lib/wire/training.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/**
 * Workouts, assessments and measurements of members in the directory. The data export gives events no id, so the key consists of the
 * values that a correction of an event does not change.
 */
export const trainings = pgTable(
  'trainings',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    dataSet: text({ enum: eventSets }).notNull(),
    at: instant().notNull(),
    accountId: text().notNull(),
    /** The kind of machine, of assessment or of measurement, as the platform names it; empty where it names none. */
    subject: text().notNull(),
    /** The training method of a workout, the exercise of an assessment. */
    detail: text(),
    /** The reading that contained it last. */
    walk: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.dataSet, table.at, table.accountId, table.subject] }),
    index('trainings_of_member').on(table.locationId, table.accountId, table.dataSet, table.at),
    check('trainings_data_set', isOneOf(table.dataSet, eventSets)),
  ],
);

/** How often a machine was used on a day, by one method. */
export interface UseOfDay {
  /** Empty where the platform names none. */
  machine: string;
  method: string | null;
  workouts: number;
}

/**
 * The workouts of a day, so that reports do not count a year of them again. A worker counts them, and triggers delete the days that a
 * change makes wrong (docs/decisions/training.md#why-are-the-workouts-of-a-day-counted-once).
 */
export const trainingDays = pgTable(
  'training_days',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** In the time zone of the location. */
    day: date({ mode: 'string' }).notNull(),
    /** The workouts of each local hour, 0 to 23: the hour that occurs twice in autumn is one. */
    hours: integer().array().notNull(),
    uses: jsonb().$type<UseOfDay[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.day] })],
);

/** Weekly metrics of a gym, which the platform computes; of no single person. */
export const weeklyMetrics = pgTable(
  'weekly_metrics',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** The Monday. */
    week: date({ mode: 'string' }).notNull(),
    type: text().notNull(),
    key: text().notNull(),
    subType: text().notNull(),
    value: doublePrecision().notNull(),
    walk: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.week, table.type, table.key, table.subType] })],
);

/** How far the reading of each data set of the data export is. */
export const trainingPulls = pgTable(
  'training_pulls',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    dataSet: text({ enum: trainingSets }).notNull(),
    nextAt: instant().notNull(),
    /** Numbers the readings; the rows of an earlier one in its range are corrected away once it has ended. */
    walk: bigint({ mode: 'number' }).notNull().default(0),
    /** Of the reading that is under way; null where there is none. */
    startedAt: instant(),
    /** Its days, in UTC, both inclusive. */
    firstDay: date({ mode: 'string' }),
    lastDay: date({ mode: 'string' }),
    /** Where it goes on; null at its first page. */
    cursor: text(),
    /** Whether its last page is stored, and only what it corrected away is left to do. */
    isReadThrough: boolean().notNull().default(false),
    /** Items so far, and those whose person is no member the mirror knows. */
    readSoFar: integer().notNull().default(0),
    unknownSoFar: integer().notNull().default(0),
    pagesSoFar: integer().notNull().default(0),
    /** Of the last complete one. */
    finishedAt: instant(),
    read: integer().notNull().default(0),
    unknown: integer().notNull().default(0),
    /** When the last complete one that read all the platform offers began. */
    allReadAt: instant(),
    /** The days of which the data is complete. */
    since: date({ mode: 'string' }),
    until: date({ mode: 'string' }),
    /** When a reading began that returned so little that it was not believed; null once one returns enough. */
    doubtedAt: instant(),
    /** Its first day. */
    doubtedFrom: date({ mode: 'string' }),
    failure: text({ enum: trainingFailures }),
    failureCause: text({ enum: outageCauses }),
    failingSince: instant(),
    /** Changes with each deletion of opted-out people's training: a page that was requested before is requested again. */
    clearedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.dataSet] }),
    check('training_pulls_data_set', isOneOf(table.dataSet, trainingSets)),
    check('training_pulls_failure', isOneOf(table.failure, trainingFailures)),
    check('training_pulls_failure_cause', isOneOf(table.failureCause, outageCauses)),
  ],
);
export type TrainingPullRow = typeof trainingPulls.$inferSelect;
