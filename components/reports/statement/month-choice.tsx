'use client';

import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import { useTransition } from 'react';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Select } from '#components/ui/select.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';

interface MonthChoiceProps {
  /** The path of the report. */
  path: string;
  /** The slug of the retired gym whose report it is; null of the gym of the page. */
  retired?: string | null;
  /** The shown month, `2026-11`; null where the address names none. */
  month: string | null;
  months: readonly string[];
}

/** The month of a report, which is in its address. */
export function MonthChoice({ path, retired = null, month, months }: MonthChoiceProps) {
  const t = useTranslations('corporateStatement');
  const tag = formattingTag[useLocale()];
  const router = useRouter();
  const toGym = useGymPath();
  const [isChoosing, startChoosing] = useTransition();
  const pathOf = (chosen: string) =>
    `${path}?${new URLSearchParams({ ...(retired !== null && { retired }), month: chosen })}`;
  const name = (one: string) => formatDay(tag, `${one}-01`, { month: 'long', year: 'numeric' });
  return (
    <div className="w-full sm:max-w-60 print:hidden">
      <PendingFields isPending={isChoosing}>
        <Select
          label={t('month')}
          value={month ?? ''}
          options={months.map((one) => ({ value: one, label: name(one) }))}
          onChange={(chosen) => startChoosing(() => router.push(toGym(pathOf(chosen))))}
        />
      </PendingFields>
    </div>
  );
}
