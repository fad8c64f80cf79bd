import { useLocale } from 'next-intl';
import { Fragment } from 'react';
import { ScrollingTable } from '#components/reports/scrolling-table.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CorporateStatement, MemberOfDay } from '#lib/wire/corporate-statement.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';

const numbers = ['granted', 'members', 'firsts'] as const;

/** The admissions of a month by day and membership id, with sums. */
export function StatementTable({ days, total }: Pick<CorporateStatement, 'days' | 'total'>) {
  const t = useTranslations('corporateStatement');
  const tag = formattingTag[useLocale()];
  const { format } = new Intl.NumberFormat(tag);
  const nameOf = ({ accountId, membershipId, granted, firsts }: MemberOfDay) => {
    const id = membershipId ?? accountId;
    const counted = granted > 1 ? t('times', { id, count: granted }) : id;
    return firsts > 0 ? t('first', { id: counted }) : counted;
  };
  const cell = 'px-2 py-1.5 text-right';
  return (
    <ScrollingTable label={t('chart')} caption={t('chart')}>
      <thead className="text-ink-soft">
        <tr>
          {(['day', ...numbers, 'ids'] as const).map((column) => (
            <th
              key={column}
              scope="col"
              className={cn('px-2 py-1.5 font-medium first:pl-0', column !== 'day' && column !== 'ids' && 'text-right')}
            >
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day} className="break-inside-avoid border-line border-t align-top">
            <th scope="row" className="whitespace-nowrap py-1.5 pr-2 font-medium">
              {formatDay(tag, day.day, { weekday: 'short', day: 'numeric', month: 'short' })}
            </th>
            {numbers.map((name) => (
              <td key={name} className={cell}>
                {format(day[name])}
              </td>
            ))}
            <td className="min-w-56 px-2 py-1.5">
              {day.each
                .filter(({ granted }) => granted > 0)
                .map((member, index) => (
                  <Fragment key={`${member.accountId} ${member.membershipId ?? ''}`}>
                    {index > 0 && ', '}
                    <span className="whitespace-nowrap">{nameOf(member)}</span>
                  </Fragment>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="break-inside-avoid border-ink border-t font-semibold">
          <th scope="row" className="py-1.5 pr-2">
            {t('sum')}
          </th>
          {numbers.map((name) => (
            <td key={name} className={cell}>
              {format(total[name])}
            </td>
          ))}
          <td />
        </tr>
      </tfoot>
    </ScrollingTable>
  );
}
