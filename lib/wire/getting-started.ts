/** What a new gym may not need before it can work well. */
export const optionalSteps = ['closingTimes', 'badges', 'secondManager'] as const;
