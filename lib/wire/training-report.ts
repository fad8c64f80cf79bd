import { z } from 'zod';
import { reportPeriod } from './reports.ts';
import type { Days } from './stays.ts';

/** After how many weeks an assessment of strength counts as due. */
export const dueAfterWeeks = [6, 12, 26] as const;

/** Whoever trained on a machine in so many days is somebody to test. */
export const trainedWithinDays = 28;

/** What the address chooses beside the period; anything else in it is left out. */
export const dueChoice = z.object({ weeks: z.coerce.number().pipe(z.literal(dueAfterWeeks)).catch(12) });
export type DueChoice = z.infer<typeof dueChoice>;

/** The files without names, each about a period. */
const trainingFiles = ['machines', 'hours'] as const;
export const trainingFile = reportPeriod.and(z.object({ list: z.enum(trainingFiles) }));

/** How often a machine was used, with a training method. Null where the platform names none. */
export interface UseOfMachine {
  machine: string | null;
  method: string | null;
  workouts: number;
}

export interface UseOfMachines {
  /** The days of the period of which all training is known, in the time zone of the location; null where there is none. */
  days: Days | null;
  timeZone: string;
  workouts: number;
  members: number;
  /** The machine that was used most is first, and its methods follow each other. */
  uses: UseOfMachine[];
  hours: {
    /** How many days each weekday has in `days`, Monday first. */
    days: number[];
    /** The workouts of each hour of each weekday, Monday first. */
    workouts: number[][];
  };
}

interface MemberToTest {
  accountId: string;
  displayName: string;
  membershipId: string | null;
  /** ISO instant of the last assessment; null where none is known. */
  testedAt: string | null;
  /** ISO instant of the last workout. */
  trainedAt: string;
  /** In the last {@link trainedWithinDays} days. */
  workouts: number;
}

export interface AssessmentsDue {
  timeZone: string;
  /** Not all of them, if there are many. */
  members: MemberToTest[];
  total: number;
  /** The first day of which all assessments are known. */
  since: string;
  /** Whether that is so long ago that a member without one is due. */
  countsUnknown: boolean;
}

/** How many members the page lists; the file has all. */
export const mostDueShown = 50;
