'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { type ClosingTimes, isAtNight, type Weekday, weekdays } from '#lib/wire/locations.ts';

interface ClosingTimesFieldProps {
  times: ClosingTimes;
  onChange(times: ClosingTimes): void;
}

/** A time a weekday, or none. */
export function ClosingTimesField({ times, onChange }: ClosingTimesFieldProps) {
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
            <TextField
              key={weekday}
              type="time"
              label={t(`weekdays.${weekday}`)}
              hint={
                time === '' ? t('noClosing') : isAtNight(time) ? t('inTheNightTo', { day: nextDay(index) }) : undefined
              }
              value={time}
              onChange={(event) => set(weekday, event.target.value)}
            />
          );
        })}
      </div>
      {monday && (
        <div>
          <Button onClick={() => onChange(Object.fromEntries(weekdays.map((weekday) => [weekday, monday])))}>
            {t('everyDay', { time: monday })}
          </Button>
        </div>
      )}
    </div>
  );
}
