import { useLocale } from 'next-intl';
import { NumbersTable } from '#components/reports/numbers-table.tsx';
import { ReportSection } from '#components/reports/report-section.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { RefusalCount } from '#lib/wire/corporate-statement.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import { refusalMessage } from '#lib/wire/refusal-message.ts';

/** The refused requests for admission by reason, and how often somebody at the counter decided otherwise. */
export function RefusalsOfMonth({ refusals }: { refusals: readonly RefusalCount[] }) {
  const t = useTranslations('corporateStatement');
  const sayReason = useTranslations('reasons');
  const { format } = new Intl.NumberFormat(formattingTag[useLocale()]);
  const sum = (name: 'count' | 'overridden') => refusals.reduce((total, one) => total + one[name], 0);
  return (
    <ReportSection
      className="print:break-inside-avoid"
      title={t('refusals')}
      sentence={t('refusedSentence', { count: sum('count'), overridden: sum('overridden') })}
    >
      {refusals.length > 0 && (
        <NumbersTable
          caption={t('refusals')}
          columns={[t('refusalColumns.reason'), t('refusalColumns.count'), t('refusalColumns.overridden')]}
          rows={refusals.map(({ reason, count, overridden }) => [
            sayReason(refusalMessage(reason)),
            format(count),
            format(overridden),
          ])}
        />
      )}
    </ReportSection>
  );
}
