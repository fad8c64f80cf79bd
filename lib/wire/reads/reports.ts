import { isDayCurve } from '#lib/wire/answers/stays.ts';
import type { DayCurve } from '#lib/wire/stays.ts';
import type { Here, Read } from './read.ts';

/** How full it was today until now, and what is usual on this weekday. */
export const dayCurve: Read<Here, DayCurve> = {
  path: '/reports/today',
  permission: 'readReports',
  list: 'visits',
  isAnswer: isDayCurve,
};
