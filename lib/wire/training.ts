import type { OutageCause } from './outage-causes.ts';

/** For how many months the desk keeps training: a year, and the month that is compared with the same one of the year before. */
export const keepTrainingMonths = 13;
/** For how many days a retired gym keeps its training: whoever retired it by mistake brings it back within that time. */
export const keepRetiredTrainingDays = 30;

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

/** How far the reading of a data set is. */
export interface TrainingPullState {
  dataSet: TrainingSet;
  /** The days, in UTC, of which the data is complete; null before the first complete reading. */
  since: string | null;
  until: string | null;
  /** ISO instant at which the last complete reading ended. */
  lastReadAt: string | null;
  /** Its items, and how many of them were not stored because the desk does not know the person as a member. */
  read: number;
  unknown: number;
  /** ISO instant of the next reading; null where it is due now, or under way. */
  nextReadAt: string | null;
  /** Whether the last reading returned much less than before, so that nothing of it counts until the next one. */
  isDoubted: boolean;
  /** Since when, ISO instant, and why no page of it can be read. */
  failure: { kind: TrainingFailure; since: string; cause: OutageCause | null } | null;
}

export interface TrainingPulls {
  /** Whether the gym has a key of the data export. */
  isConnected: boolean;
  /** Whether all members have been read once: before that, nothing of training is read. */
  hasReadMembers: boolean;
  /** Each data set once. */
  dataSets: TrainingPullState[];
}
