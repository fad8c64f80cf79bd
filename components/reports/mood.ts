import type { Quartiles } from '#lib/wire/stays.ts';

/** Whether so many are more or fewer than on the middle half of the days. */
export const moodOf = (count: number, { lower, upper }: Quartiles): 'more' | 'usual' | 'fewer' =>
  count > upper ? 'more' : count < lower ? 'fewer' : 'usual';
