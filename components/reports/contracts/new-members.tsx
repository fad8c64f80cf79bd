import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { NumbersTable } from '#components/reports/numbers-table.tsx';
import { heightOf, Plot, stepsUpTo } from '#components/reports/plot.tsx';
import { ReportChart } from '#components/reports/report.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { NewMembersOfMonth } from '#lib/wire/contracts.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { PathAt } from '#lib/wire/path-at.ts';

interface NewMembersProps {
  months: readonly NewMembersOfMonth[];
  basis: ReactNode;
  fileHref: PathAt | null;
}

/** How many contracts began in each month, beside how many members Front Desk first saw then. */
export function NewMembers({ months, basis, fileHref }: NewMembersProps) {
  const t = useTranslations('contracts');
  const tag = formattingTag[useLocale()];
  const { format } = new Intl.NumberFormat(tag);
  const nameOf = (month: string, style: 'long' | 'short') =>
    formatDay(tag, `${month}-01`, { month: style, year: style === 'long' ? 'numeric' : '2-digit' });
  const total = months.reduce((sum, { begun }) => sum + begun, 0);
  const most = Math.max(...months.map(({ begun }) => begun));
  const fullest = months.find(({ begun }) => begun === most);
  const ticks = stepsUpTo(most);
  const highest = ticks.at(-1) ?? 1;
  const width = 100 / months.length;
  return (
    <ReportChart
      title={t('newMembers.title')}
      sentence={
        fullest && total > 0
          ? t('newMembers.sentence', { count: total, month: nameOf(fullest.month, 'long'), most })
          : t('newMembers.none')
      }
      basis={basis}
      fileHref={fileHref}
      numbers={
        <NumbersTable
          caption={t('newMembers.title')}
          columns={[t('columns.month'), t('columns.begun'), t('columns.firstSeen')]}
          rows={months.map(({ month, begun, firstSeen }) => [
            nameOf(month, 'long'),
            format(begun),
            firstSeen === null ? '–' : format(firstSeen),
          ])}
        />
      }
    >
      {total > 0 && (
        <Plot
          label={t('newMembers.caption')}
          most={highest}
          ticks={ticks.map((value) => ({ value, text: format(value) }))}
          places={months.map(({ month }, index) => ({
            at: (index + 0.5) * width,
            text: nameOf(month, 'short'),
            isMinor: index % 3 !== 2,
          }))}
        >
          {months.map(({ month, begun }, index) => (
            <rect
              key={month}
              x={(index + 0.12) * width}
              width={0.76 * width}
              y={heightOf(begun, highest)}
              height={100 - heightOf(begun, highest)}
              fill="var(--accent)"
            />
          ))}
        </Plot>
      )}
    </ReportChart>
  );
}
