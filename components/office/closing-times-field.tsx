'use client';

import { TimeField } from '#components/days/time-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type ClosingTimes, isAtNight, type Weekday, weekdays } from '#lib/wire/locations.ts';
import { isTime } from '#lib/wire/time/clock-time.ts';

interface ClosingTimesFieldProps {
  times: ClosingTimes;
  /** Whether the text of a day is no valid time. */
  isWrong(weekday: Weekday): boolean;
  onChange(times: ClosingTimes): void;
}

/** An optional time for each weekday. */
export function ClosingTimesField({ times, isWrong, onChange }: ClosingTimesFieldProps) {
  const t = useTranslations('office.location');
  const set = (weekday: Weekday, time: string) => {
    const { [weekday]: _, ...others } = times;
    onChange(time === '' ? others : { ...others, [weekday]: time });
  };
  const nextDay = (index: number) => t(`weekdays.${weekdays[(index + 1) % weekdays.length] ?? 'monday'}`);
  const { monday } = times;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 items-start gap-4 xl:grid-cols-4">
        {weekdays.map((weekday, index) => {
          const time = times[weekday] ?? '';
          return (
            <TimeField
              key={weekday}
              name={weekday}
              label={t(`weekdays.${weekday}`)}
              hint={isTime(time) && isAtNight(time) ? t('inTheNightTo', { day: nextDay(index) }) : undefined}
              error={isWrong(weekday) ? t('notATime') : undefined}
              value={time}
              onChange={(typed) => set(weekday, typed)}
            />
          );
        })}
      </div>
      {monday && isTime(monday) && (
        <div>
          <Button onClick={() => onChange(Object.fromEntries(weekdays.map((weekday) => [weekday, monday])))}>
            {t('everyDay', { time: monday })}
          </Button>
        </div>
      )}
    </div>
  );
}
