'use client';

import { DayRangeForm } from '#components/days/day-range-form.tsx';
import { useForm } from '#components/hooks/use-form.ts';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type DayRange, dayRangeInput, type QuickRanges } from '#lib/wire/corporate-fitness.ts';

interface CorporateRangeProps {
  /** The shown range; a change resets the form. */
  range: DayRange;
  quickRanges: QuickRanges;
  /** Whether another range is loading. */
  isChoosing: boolean;
  onChooseRange(range: DayRange): void;
}

const quickNames = ['thisMonth', 'nextMonth', 'next30Days'] as const satisfies readonly (keyof QuickRanges)[];

/** The range of days: a predefined one, or first and last day. */
export function CorporateRange({ range, quickRanges, isChoosing, onChooseRange }: CorporateRangeProps) {
  const t = useTranslations('corporateFitness');
  const form = useForm(dayRangeInput, {
    initial: range,
    mistakeOf: (rule) => (rule === 'beforeFirst' ? rule : 'missing'),
  });
  const field = (name: keyof DayRange) => {
    const mistake = form.mistakes[name];
    return {
      label: t(name),
      error: mistake && t(`mistakes.${mistake}`),
      value: form.values[name],
      today: quickRanges.next30Days.from,
      onChange: (day: string) => form.change({ [name]: day }),
      className: 'max-sm:min-w-44 max-sm:flex-1 sm:w-48',
    };
  };

  return (
    <div className="grid gap-4">
      {/* biome-ignore lint/a11y/useSemanticElements: the buttons are not form fields, so a fieldset would be wrong */}
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
      <DayRangeForm
        fieldOf={field}
        submit={t('show')}
        isChoosing={isChoosing}
        onSubmit={form.submit((entered) => void onChooseRange(entered))}
      />
    </div>
  );
}
