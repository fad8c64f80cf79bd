import { CircleAlert } from 'lucide-react';
import { useLocale } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CorporateStatement } from '#lib/wire/corporate-statement.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';

/** In place of a statement: a number of admissions, even none, would be wrong, and could be signed. */
export function UnknownMonth({ month, since, timeZone }: Pick<CorporateStatement, 'month' | 'since' | 'timeZone'>) {
  const t = useTranslations('corporateStatement.unknown');
  const tag = formattingTag[useLocale()];
  const { day } = useLocationFormat(timeZone);
  const named = formatDay(tag, `${month}-01`, { month: 'long', year: 'numeric' });
  return (
    <Banner tone="warning" icon={CircleAlert} title={t('title', { month: named })}>
      {t('text', { day: day(since) })}
    </Banner>
  );
}
