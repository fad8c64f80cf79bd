import type { ExportType } from '#contracts/export/events.ts';
import type {
  BodyMeasurement,
  FlexibilityMeasurement,
  StrengthAssessment,
  StrengthWorkout,
} from '#platform/db/schema/training.ts';

/** Added by the platform: chain, gym, and the time of arrival. */
type Recorded = 'chainId' | 'gymId' | 'recordedAt';

type EventOf<Type extends ExportType, Row> = { type: Type } & Omit<Row, Recorded>;

/**
 * A training event. `eventId` is a UUID of version 7 that contains `occurredAt`, so that an event can never come back
 * with another time. Guests are people of the chain who are not members of this gym.
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
  /** The measured values: the columns beside those that all four tables have. */
  measured: Readonly<Record<MeasuredOf<Type>, string>>;
}

/** The table of each event type. */
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
