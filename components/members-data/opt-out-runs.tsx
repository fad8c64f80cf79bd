import { useFormatter } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { OptOutRun } from '#lib/wire/opt-outs.ts';

const counts = ['listed', 'members', 'records', 'waiting'] as const;

interface OptOutRunsProps {
  runs: readonly OptOutRun[];
  timeZone: string;
}

/** The proof of deletions; on a phone, a block each. */
export function OptOutRuns({ runs, timeZone }: OptOutRunsProps) {
  const t = useTranslations('optOuts');
  const format = useFormatter();
  const { time } = useLocationFormat(timeZone);
  const cell = 'py-2 pr-4 align-baseline last:pr-0 max-md:p-0';
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">{t('runs')}</caption>
      <thead className="text-ink-soft text-sm max-md:hidden">
        <tr>
          {(['time', 'by', ...counts] as const).map((column) => (
            <th
              key={column}
              scope="col"
              className={cn('py-2 pr-4 font-medium last:pr-0', column !== 'time' && column !== 'by' && 'text-right')}
            >
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {runs.map((run) => (
          <tr key={run.id} className="border-line border-t max-md:block max-md:py-3">
            <td className={cn(cell, 'whitespace-nowrap tabular-nums max-md:block max-md:font-semibold')}>
              <time dateTime={run.at}>{time(run.at)}</time>
            </td>
            <td className={cn(cell, 'wrap-anywhere max-md:block')}>{run.by ?? t('daily')}</td>
            {counts.map((column) => (
              <td
                key={column}
                className={cn(
                  cell,
                  'text-right tabular-nums max-md:flex max-md:justify-between max-md:gap-4',
                  run[column] === 0 && 'text-ink-soft',
                )}
              >
                <span aria-hidden className="text-ink-soft md:hidden">
                  {t(`columns.${column}`)}
                </span>
                {format.number(run[column])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
