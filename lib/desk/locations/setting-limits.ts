/** The smallest and the largest value a setting may have. */
export const settingLimits = {
  repeatWindowS: { min: 0, max: 3_600 },
  undoS: { min: 0, max: 60 },
  longestStayH: { min: 1, max: 24 },
  idleLimitMin: { min: 1, max: 720 },
  capacity: { min: 1, max: 100_000 },
} as const;

export type NumericSetting = keyof typeof settingLimits;
