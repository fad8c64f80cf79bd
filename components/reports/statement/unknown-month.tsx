import { CircleAlert } from 'lucide-react';
import { useLocale } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type CorporateStatement, daysOfMonth } from '#lib/wire/corporate-statement.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import { useRetirementText } from './use-retirement-text.ts';

/** In place of a statement: a number of admissions, even none, would be wrong, and could be signed. */
export function UnknownMonth({ statement }: { statement: CorporateStatement }) {
  const { month, since, until, retirements, timeZone } = statement;
  const t = useTranslations('corporateStatement.unknown');
  const tag = formattingTag[useLocale()];
  const { day } = useLocationFormat(timeZone);
  const sayRetirement = useRetirementText(timeZone);
  const named = formatDay(tag, `${month}-01`, { month: 'long', year: 'numeric' });
  const isAllGone = until !== null && since > until;
  const reasons = [
    since > daysOfMonth(month).from && t('text', { day: day(since) }),
    ...retirements.map(sayRetirement),
  ];
  return (
    <Banner tone="warning" icon={CircleAlert} title={t('title', { month: named })}>
      {isAllGone ? t('nothing') : reasons.filter((reason) => reason !== false).join(' ')}
    </Banner>
  );
}
