import { randomBytes } from 'node:crypto';
import type { ExportType } from '#contracts/export/events.ts';
import { eventIdOf } from '#platform/services/training/event-id.ts';
import type { TrainingEventOf } from '#platform/services/training/training-event.ts';

type Fields<Type extends ExportType> = Partial<Omit<TrainingEventOf<Type>, 'type'>>;

const happened = (accountId: string, occurredAt: Date) => ({
  eventId: eventIdOf(occurredAt, randomBytes(10)),
  accountId,
  occurredAt,
});

export const workoutOf = (
  accountId: string,
  occurredAt: Date,
  fields: Fields<'SMART_STRENGTH_WORKOUTS'> = {},
): TrainingEventOf<'SMART_STRENGTH_WORKOUTS'> => ({
  type: 'SMART_STRENGTH_WORKOUTS',
  ...happened(accountId, occurredAt),
  isGuest: false,
  machineType: 'LEG_PRESS',
  trainingMethod: 'REGULAR',
  operationMode: 'GUIDED',
  trainingVisualization: 'CURVE',
  ...fields,
});

export const assessmentOf = (
  accountId: string,
  occurredAt: Date,
  fields: Fields<'SMART_STRENGTH_ASSESSMENTS'> = {},
): TrainingEventOf<'SMART_STRENGTH_ASSESSMENTS'> => ({
  type: 'SMART_STRENGTH_ASSESSMENTS',
  ...happened(accountId, occurredAt),
  bodyRegion: 'LEGS',
  typeId: 'MAX_STRENGTH',
  activityName: 'Leg press',
  isMeasurementCompleted: true,
  strengthKg: 120,
  ...fields,
});

export const flexibilityOf = (
  accountId: string,
  occurredAt: Date,
  fields: Fields<'FLEXIBILITY_MEASUREMENTS'> = {},
): TrainingEventOf<'FLEXIBILITY_MEASUREMENTS'> => ({
  type: 'FLEXIBILITY_MEASUREMENTS',
  ...happened(accountId, occurredAt),
  measurementType: 'HIP_FLEXOR',
  isStaff: false,
  isMeasurementCompleted: true,
  ...fields,
});

export const bodyOf = (
  accountId: string,
  occurredAt: Date,
  fields: Fields<'BODY_MEASUREMENTS'> = {},
): TrainingEventOf<'BODY_MEASUREMENTS'> => ({
  type: 'BODY_MEASUREMENTS',
  ...happened(accountId, occurredAt),
  measurementSource: 'BODY_SCALE',
  isStaff: false,
  isMeasurementCompleted: true,
  ...fields,
});

/** One event of each type. */
export const trainingOf = (accountId: string, occurredAt: Date) =>
  [workoutOf, assessmentOf, flexibilityOf, bodyOf].map((eventOf) => eventOf(accountId, occurredAt));
