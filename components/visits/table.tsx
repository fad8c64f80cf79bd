import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { MemberLink } from '#components/profile/member-link.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { VisitLine } from '#lib/wire/visits.ts';
import { dayOf } from '#shared/calendar/club-day.ts';

interface VisitsTableProps {
  lines: readonly VisitLine[];
  timeZone: string;
  /** Whether the list spans several days: then each row shows its day. */
  isOfDays: boolean;
}

const columns = ['time', 'name', 'direction', 'state', 'by'] as const;

/** Visits, one row each; two lines each on a phone. */
export function VisitsTable({ lines, timeZone, isOfDays }: VisitsTableProps) {
  const t = useTranslations('visits');
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface print:rounded-none print:border-0">
      <table className="w-full text-left max-sm:block print:text-sm">
        <caption className="sr-only">{t('list')}</caption>
        <thead className="text-ink-soft text-sm max-sm:hidden">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-4.5 py-2.5 font-medium print:px-1">
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {lines.map((line) => (
            <Row key={`${line.id} ${line.at}`} line={line} timeZone={timeZone} isOfDays={isOfDays} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Highlighted for reception; other states need no attention. */
const isOutOfOrder = ({ state }: VisitLine) => state === 'refused' || state === 'unresolved';

function Row({ line, timeZone, isOfDays }: Omit<VisitsTableProps, 'lines'> & { line: VisitLine }) {
  const t = useTranslations('visits');
  const { timeWithSeconds, day } = useLocationFormat(timeZone);
  const Icon = line.kind === 'checkIn' ? ArrowDownLeft : ArrowUpRight;
  const cell = 'px-4.5 py-2 align-baseline max-sm:p-0 print:px-1 print:py-1';
  return (
    <tr className="break-inside-avoid border-line border-t max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-4.5 max-sm:py-2.5">
      <td className={cn(cell, 'tabular-nums text-ink-soft')}>
        <time dateTime={line.at}>
          {isOfDays && (
            <span className="mr-2 whitespace-nowrap sm:max-lg:block print:inline">
              {day(dayOf(Date.parse(line.at), timeZone))}
            </span>
          )}
          {timeWithSeconds(line.at)}
        </time>
      </td>
      <td className={cn(cell, 'wrap-anywhere font-semibold max-sm:flex-1')}>
        {line.accountId === null ? (
          line.name
        ) : (
          <MemberLink accountId={line.accountId} name={line.name} className="print:no-underline" />
        )}
        {line.membershipId && (
          <span className="ml-2.5 whitespace-nowrap sm:max-lg:ml-0 sm:max-lg:block print:ml-2.5 print:inline font-normal text-ink-soft text-sm">
            {line.membershipId}
          </span>
        )}
      </td>
      <td className={cn(cell, 'max-sm:basis-full')}>
        <span className="flex items-baseline gap-2 whitespace-nowrap">
          <Icon aria-hidden className="size-4 shrink-0 self-center text-ink-soft" />
          {t(line.kind)}
        </span>
      </td>
      <td className={cn(cell, 'text-sm', isOutOfOrder(line) ? 'font-semibold text-refused' : 'text-ink-soft')}>
        {t(`states.${line.state}`)}
      </td>
      <td className={cn(cell, 'text-ink-soft text-sm')}>{line.isAutomatic ? t('automatic') : line.by}</td>
    </tr>
  );
}
