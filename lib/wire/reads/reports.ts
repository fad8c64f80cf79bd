import { isGymNow } from '#lib/wire/answers/gym-now.ts';
import { isDayCurve } from '#lib/wire/answers/stays.ts';
import type { GymNow } from '#lib/wire/gym-now.ts';
import type { DayCurve } from '#lib/wire/stays.ts';
import type { Here, Read } from './read.ts';

/** How full it was today until now, and what is usual on this weekday. */
export const dayCurve: Read<Here, DayCurve> = {
  path: '/reports/today',
  permission: 'readReports',
  list: 'reports',
  isAnswer: isDayCurve,
};

/** The location at this moment: one line of the page of all gyms, which asks each of them. */
export const gymNow: Read<Here, GymNow> = {
  path: '/reports/gym-now',
  permission: 'readReports',
  list: 'reports',
  isGlance: true,
  isAnswer: isGymNow,
};
