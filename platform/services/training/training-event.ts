import type { ExportType } from '#contracts/export/events.ts';
import type {
  BodyMeasurement,
  FlexibilityMeasurement,
  StrengthAssessment,
  StrengthWorkout,
} from '#platform/db/schema/training.ts';

/** What the platform adds: whose data it is, and when it came in. */
type Recorded = 'chainId' | 'gymId' | 'recordedAt';

type EventOf<Type extends ExportType, Row> = { type: Type } & Omit<Row, Recorded>;

/**
 * Something that was measured while somebody trained. `eventId` is a UUID of version 7 whose time is `occurredAt`, so that
 * an event can never come back with another time. Guests are people of the chain who are no members of this gym.
 */
export type TrainingEvent =
  | EventOf<'SMART_STRENGTH_WORKOUTS', StrengthWorkout>
  | EventOf<'SMART_STRENGTH_ASSESSMENTS', StrengthAssessment>
  | EventOf<'FLEXIBILITY_MEASUREMENTS', FlexibilityMeasurement>
  | EventOf<'BODY_MEASUREMENTS', BodyMeasurement>;

export type TrainingEventOf<Type extends ExportType> = Extract<TrainingEvent, { type: Type }>;

type MeasuredOf<Type extends ExportType> = Exclude<
  keyof TrainingEventOf<Type>,
  'type' | 'eventId' | 'accountId' | 'occurredAt'
>;

interface TrainingTable<Type extends ExportType> {
  table: string;
  /** What was measured: the columns beside those that all four tables have. */
  measured: Readonly<Record<MeasuredOf<Type>, string>>;
}

/** Where the events of each type are kept. */
export const trainingTables: { readonly [Type in ExportType]: TrainingTable<Type> } = {
  SMART_STRENGTH_WORKOUTS: {
    table: 'strength_workouts',
    measured: {
      isGuest: 'is_guest',
      machineType: 'machine_type',
      trainingMethod: 'training_method',
      operationMode: 'operation_mode',
      trainingVisualization: 'training_visualization',
    },
  },
  SMART_STRENGTH_ASSESSMENTS: {
    table: 'strength_assessments',
    measured: {
      bodyRegion: 'body_region',
      typeId: 'type_id',
      activityName: 'activity_name',
      isMeasurementCompleted: 'is_measurement_completed',
      strengthKg: 'strength_kg',
    },
  },
  FLEXIBILITY_MEASUREMENTS: {
    table: 'flexibility_measurements',
    measured: {
      measurementType: 'measurement_type',
      isStaff: 'is_staff',
      isMeasurementCompleted: 'is_measurement_completed',
    },
  },
  BODY_MEASUREMENTS: {
    table: 'body_measurements',
    measured: {
      measurementSource: 'measurement_source',
      isStaff: 'is_staff',
      isMeasurementCompleted: 'is_measurement_completed',
    },
  },
};
