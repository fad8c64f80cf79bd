import { z } from 'zod';
import { pageOf } from './pages.ts';

const textOrNull = (description: string, example: string) => z.string().nullable().meta({ description, example });
const truthOrNull = (description: string, example: boolean) => z.boolean().nullable().meta({ description, example });

const eventTimestamp = z.iso
  .datetime({ offset: true })
  .nullable()
  .meta({ description: 'When it happened, in UTC.', example: '2026-11-20T17:05:42.000Z' });
const externalAccountId = z.string().meta({
  description: 'Stable id of the account. Keep it: it is all that is told of a member who opts out later.',
  example: '0b8f2a1c-5d3e-4f60-9a7b-1c2d3e4f5a6b',
});
const mmsMembershipId = textOrNull('The membership id the gym gave; `null` for a guest without one.', 'M-2041');
const chainName = textOrNull('Name of the chain the gym belongs to.', 'Example Fitness');
const measurementCompleted = truthOrNull('Whether it was measured to its end.', true);
const isStaff = truthOrNull('Whether the person measured works at the gym.', false);
const person = {
  firstName: textOrNull('First name.', 'Lena'),
  lastName: textOrNull('Last name.', 'Vogt'),
  email: textOrNull('E-mail address.', 'lena.vogt@example.com'),
};

const smartStrengthWorkout = z
  .object({
    eventTimestamp,
    externalAccountId,
    mmsMembershipId,
    isGuestUser: truthOrNull('Whether somebody trained as a guest.', false),
    ...person,
    machineType: textOrNull('Kind of machine.', 'LEG_PRESS'),
    trainingMethod: textOrNull('Training method.', 'NEGATIVE'),
    operationMode: textOrNull('Mode the machine worked in.', 'GUIDED'),
    trainingVisualization: textOrNull('What the machine showed during the exercise.', 'CURVE'),
  })
  .meta({ id: 'SmartStrengthWorkoutItem' });

const smartStrengthAssessment = z
  .object({
    eventTimestamp,
    bodyRegion: textOrNull('Region of the body.', 'LEGS'),
    typeId: textOrNull('Kind of assessment.', 'MAX_STRENGTH'),
    activityName: textOrNull('The exercise that was assessed.', 'Leg press'),
    measurementCompleted,
    chainName,
    ...person,
    externalAccountId,
    mmsMembershipId,
  })
  .meta({ id: 'SmartStrengthAssessmentItem' });

const flexibilityMeasurement = z
  .object({
    externalAccountId,
    mmsMembershipId,
    eventTimestamp,
    measurementType: textOrNull('What was measured.', 'HIP_FLEXOR'),
    isStaff,
    measurementCompleted,
    chainName,
    ...person,
  })
  .meta({ id: 'FlexibilityMeasurementItem' });

const bodyMeasurement = z
  .object({
    externalAccountId,
    mmsMembershipId,
    eventTimestamp,
    measurementSource: textOrNull('What it was measured with.', 'BODY_SCALE'),
    isStaff,
    measurementCompleted,
    chainName,
    ...person,
  })
  .meta({ id: 'BodyMeasurementItem' });

/** The events in pages and files, by the type that a request for a file names. */
export const eventItems = {
  SMART_STRENGTH_WORKOUTS: smartStrengthWorkout,
  SMART_STRENGTH_ASSESSMENTS: smartStrengthAssessment,
  FLEXIBILITY_MEASUREMENTS: flexibilityMeasurement,
  BODY_MEASUREMENTS: bodyMeasurement,
} as const;
export const exportTypes = Object.keys(eventItems) as [ExportType, ...ExportType[]]; // safe because: eventItems is a closed literal
export type ExportType = keyof typeof eventItems;
export type EventItem<Type extends ExportType> = z.infer<(typeof eventItems)[Type]>;

export const smartStrengthWorkoutPage = pageOf(smartStrengthWorkout).meta({ id: 'SmartStrengthWorkoutsExport' });
export const smartStrengthAssessmentPage = pageOf(smartStrengthAssessment).meta({
  id: 'SmartStrengthAssessmentsExport',
});
export const flexibilityMeasurementPage = pageOf(flexibilityMeasurement).meta({ id: 'FlexibilityMeasurementsExport' });
export const bodyMeasurementPage = pageOf(bodyMeasurement).meta({ id: 'BodyMeasurementsExport' });
