'use client';

import { type FormEvent, useState } from 'react';
import { DayField } from '#components/days/day-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { DayRange, QuickRanges } from '#lib/wire/corporate-fitness.ts';
import { isDay } from '#lib/wire/time/month.ts';

interface CorporateRangeProps {
  /** What is shown now; another one begins the form anew. */
  range: DayRange;
  quickRanges: QuickRanges;
  /** Whether another range is on its way. */
  isChoosing: boolean;
  onChooseRange(range: DayRange): void;
}

const quickNames = ['thisMonth', 'nextMonth', 'next30Days'] as const satisfies readonly (keyof QuickRanges)[];

/** The days within which memberships end: chosen in one press, or entered. */
export function CorporateRange({ range, quickRanges, isChoosing, onChooseRange }: CorporateRangeProps) {
  const t = useTranslations('corporateFitness');
  const [entered, setEntered] = useState(range);
  const [isTried, setIsTried] = useState(false);
  const mistakes = isTried ? mistakesOf(entered) : {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(mistakesOf(entered)).length === 0) onChooseRange(entered);
  };
  const field = (name: keyof DayRange) => ({
    label: t(name),
    error: mistakes[name] && t(`mistakes.${mistakes[name]}`),
    value: entered[name],
    today: quickRanges.next30Days.from,
    onChange: (day: string) => setEntered({ ...entered, [name]: day }),
    className: 'max-sm:min-w-44 max-sm:flex-1 sm:w-48',
  });

  return (
    <div className="grid gap-4">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset asks for a form of its own */}
      <div role="group" aria-label={t('quick')} className="flex flex-wrap gap-2">
        {quickNames.map((name) => {
          const isShown = quickRanges[name].from === range.from && quickRanges[name].to === range.to;
          return (
            <Button
              key={name}
              aria-pressed={isShown}
              className={isShown ? 'border-accent bg-accent-soft text-accent' : undefined}
              onClick={() => onChooseRange(quickRanges[name])}
            >
              {t(name)}
            </Button>
          );
        })}
      </div>
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <PendingFields isPending={isChoosing}>
          <DayField {...field('from')} />
          <DayField {...field('to')} />
        </PendingFields>
        <Button type="submit" className="max-sm:w-full sm:mt-7.5">
          {t('show')}
        </Button>
      </form>
    </div>
  );
}

/** What is wrong with days as they were entered, by field. */
function mistakesOf({ from, to }: DayRange): { from?: 'missing'; to?: 'missing' | 'beforeFirst' } {
  return {
    ...(!isDay(from) && { from: 'missing' as const }),
    ...(!isDay(to) && { to: 'missing' as const }),
    ...(isDay(from) && isDay(to) && to < from && { to: 'beforeFirst' as const }),
  };
}
