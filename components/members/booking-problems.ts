import { useTranslations } from 'next-intl';
import { latestEndDate } from '#contracts/v2/products.ts';
import type { DayProblem } from '#lib/wire/products.ts';
import { useNumericDay } from './use-numeric-day.ts';

/** Says why a day is not allowed, with the club's own today. */
export function useDayProblem({ today, example }: { today: string; example: string }): (problem: DayProblem) => string {
  const t = useTranslations('products.dayProblems');
  const numeric = useNumericDay();
  return (problem) => t(problem, { today: numeric(today), latest: numeric(latestEndDate), example });
}
