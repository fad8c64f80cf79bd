'use client';

import { CircleAlert } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { DayRangeForm } from '#components/days/day-range-form.tsx';
import { useForm } from '#components/hooks/use-form.ts';
import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import type { DayRange } from '#lib/wire/corporate-fitness.ts';
import { type AskedPeriod, longestReportDays, type QuickPeriodName, reportPeriod } from '#lib/wire/reports.ts';

interface ReportPeriodProps {
  /** The path of the report, such as `/reports/when-to-staff`. */
  path: string;
  asked: AskedPeriod;
  /** The predefined periods of this report. */
  quick: readonly { name: QuickPeriodName; period: DayRange }[];
  /** The location's today. */
  today: string;
  /** What else the address of the report says, which stays with another period. */
  kept?: Readonly<Record<string, string>>;
}

const searchOf = ({ from, to }: DayRange) => new URLSearchParams({ from, to }).toString();

/** The period of a report, which is in its address: a predefined one, or first and last day. */
export function ReportPeriod({ path, asked, quick, today, kept = {} }: ReportPeriodProps) {
  const t = useTranslations('reports');
  const router = useRouter();
  const toGym = useGymPath();
  const [isChoosing, startChoosing] = useTransition();
  const hrefOf = ({ from, to }: DayRange) => toGym(`${path}?${new URLSearchParams({ from, to, ...kept })}`);
  const { period, mistake } = asked;
  const isShown = (one: DayRange) => mistake === null && searchOf(one) === searchOf(period);
  return (
    <div className="grid gap-4 print:hidden">
      <nav aria-label={t('period.quick')} className="flex flex-wrap gap-2">
        {quick.map((one) => (
          <LinkButton
            key={one.name}
            href={hrefOf(one.period)}
            aria-current={isShown(one.period) ? 'true' : undefined}
            className={isShown(one.period) ? 'border-accent bg-accent-soft text-accent' : undefined}
          >
            {t(`period.${one.name}`)}
          </LinkButton>
        ))}
      </nav>
      <PeriodForm
        key={searchOf(period)}
        period={period}
        today={today}
        isChoosing={isChoosing}
        onChoose={(chosen) => startChoosing(() => router.push(hrefOf(chosen)))}
      />
      {mistake && (
        <Banner tone="warning" icon={CircleAlert} title={t(`period.asked.${mistake}`)}>
          {t('period.askedText', { days: longestReportDays })}
        </Banner>
      )}
    </div>
  );
}

interface PeriodFormProps {
  period: DayRange;
  today: string;
  isChoosing: boolean;
  onChoose(period: DayRange): void;
}

const rules = ['beforeFirst', 'tooLong'] as const;

function PeriodForm({ period, today, isChoosing, onChoose }: PeriodFormProps) {
  const t = useTranslations('reports');
  const form = useForm(reportPeriod, {
    initial: period,
    mistakeOf: (rule) => rules.find((one) => one === rule) ?? 'missing',
  });
  const field = (name: keyof DayRange) => {
    const mistake = form.mistakes[name];
    return {
      label: t(`period.${name}`),
      error: mistake && t(`period.mistakes.${mistake}`, { days: longestReportDays }),
      value: form.values[name],
      today,
      onChange: (day: string) => form.change({ [name]: day }),
      className: 'max-sm:min-w-44 max-sm:flex-1 sm:w-44',
    };
  };
  const isChanged = form.values.from !== period.from || form.values.to !== period.to;
  return (
    <>
      {/* no reload after an update before the days are sent */}
      {isChanged && <span hidden data-in-use />}
      <DayRangeForm
        fieldOf={field}
        submit={t('period.show')}
        isChoosing={isChoosing}
        onSubmit={form.submit((entered) => void onChoose(entered))}
      />
    </>
  );
}
