import { z } from 'zod';

/** What a new gym needs before it can work well, in the order in which it is done. */
export const setUpSteps = [
  'connection',
  'members',
  'colleagues',
  'reader',
  'closingTimes',
  'badges',
  'secondManager',
] as const;
export type SetUpStep = (typeof setUpSteps)[number];

/** The steps that some gyms do not need. */
export const optionalSteps = [
  'colleagues',
  'reader',
  'closingTimes',
  'badges',
  'secondManager',
] as const satisfies readonly SetUpStep[];
export type OptionalStep = (typeof optionalSteps)[number];

export const isOptional = (step: SetUpStep): step is OptionalStep => optionalSteps.some((known) => known === step);

/** Declares a step unnecessary at the location, or necessary again. */
export const waiveInput = z.object({ step: z.enum(optionalSteps), isWaived: z.boolean() });

/** Who declared a step unnecessary, and when. */
export interface Waiver {
  by: string;
  at: string;
}

export interface SetUpStepView {
  step: SetUpStep;
  /** By what the database knows; nobody ticks it by hand. */
  isDone: boolean;
  waiver: Waiver | null;
}

/** How far the first reading of the members is. */
export interface MembersRead {
  /** False while the platform cannot be reached. */
  isRunning: boolean;
  count: number;
  /** Null if the platform has not reported how many there are. */
  total: number | null;
  /** At the rate so far; null where that is not known. */
  secondsLeft: number | null;
}

export interface GettingStarted {
  /** When everything was done, which is not asked again; null until then. */
  doneAt: string | null;
  steps: SetUpStepView[];
  /** Null once all members have been read. */
  reading: MembersRead | null;
  /** How many members the gym has; null before all have been read. */
  memberCount: number | null;
}
