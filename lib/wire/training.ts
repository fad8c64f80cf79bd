/** For how many months the desk keeps training: a year, and the month that is compared with the same one of the year before. */
export const keepTrainingMonths = 13;

/** What the data export offers of training, each read on its own. */
export const trainingSets = ['workouts', 'assessments', 'flexibility', 'body', 'weeks'] as const;
export type TrainingSet = (typeof trainingSets)[number];
/** Those that are about a person. */
export const eventSets = ['workouts', 'assessments', 'flexibility', 'body'] as const satisfies TrainingSet[];
export type EventSet = (typeof eventSets)[number];

/**
 * Why a data set could not be read: no answer; the key is not accepted, or lacks the permission, or its rate limit is used up; an
 * answer that is no such page; or Front Desk itself failed to store it.
 */
export const trainingFailures = [
  'unreachable',
  'refused',
  'permissionMissing',
  'busy',
  'unreadable',
  'failed',
] as const;
export type TrainingFailure = (typeof trainingFailures)[number];

/** The last training and the last test of a member, as far as the data export has been read. */
export interface LastTraining {
  /** ISO instant of the last workout on a machine; null where none is known. */
  trainedAt: string | null;
  /** ISO instant of the last completed assessment of strength; null where none is known. */
  testedAt: string | null;
}
