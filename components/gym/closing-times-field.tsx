'use client';

import { useState } from 'react';
import { TimeField } from '#components/days/time-field.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type ClosingTimes, isAtNight, type Weekday, weekdays } from '#lib/wire/closing-times.ts';
import { isTime } from '#lib/wire/time/clock-time.ts';

interface ClosingTimesFieldProps {
  times: ClosingTimes;
  /** Whether the text of a day is no valid time. */
  isWrong(weekday: Weekday): boolean;
  onChange(times: ClosingTimes): void;
}

/** The optional closing time of each weekday, or one for all of them. */
export function ClosingTimesField({ times, isWrong, onChange }: ClosingTimesFieldProps) {
  const t = useTranslations('gym');
  const areAlike = weekdays.every((weekday) => times[weekday] === times.monday);
  const [wantsOne, setWantsOne] = useState(areAlike);
  // another manager's change may have made them differ
  const isSame = wantsOne && areAlike;
  const nextDay = (index: number) => t(`weekdays.${weekdays[(index + 1) % weekdays.length] ?? 'monday'}`);
  const setAll = (time: string | undefined) =>
    onChange(time ? Object.fromEntries(weekdays.map((weekday) => [weekday, time])) : {});
  const set = (weekday: Weekday, time: string) => {
    const { [weekday]: _, ...others } = times;
    onChange(time === '' ? others : { ...others, [weekday]: time });
  };
  const wrong = weekdays.filter(isWrong);
  const errorAt = (shown: readonly Weekday[]) =>
    wrong.some((weekday) => shown.includes(weekday)) ? t('notATime') : undefined;
  const { monday = '' } = times;
  return (
    <div className="grid gap-4">
      <Switch
        label={t('sameForAll')}
        isOn={isSame}
        onSwitch={(isOn) => {
          setWantsOne(isOn);
          if (isOn) setAll(weekdays.map((weekday) => times[weekday]).find((time) => time !== undefined));
        }}
      />
      {isSame ? (
        <TimeField
          className="max-w-48"
          name="monday"
          label={t('everyDayTime')}
          hint={isTime(monday) && isAtNight(monday) ? t('inTheNight') : undefined}
          error={errorAt(weekdays)}
          value={monday}
          onChange={setAll}
        />
      ) : (
        <div className="grid grid-cols-2 items-start gap-4 xl:grid-cols-4">
          {weekdays.map((weekday, index) => {
            const time = times[weekday] ?? '';
            return (
              <TimeField
                key={weekday}
                name={weekday}
                label={t(`weekdays.${weekday}`)}
                hint={isTime(time) && isAtNight(time) ? t('inTheNightTo', { day: nextDay(index) }) : undefined}
                error={errorAt([weekday])}
                value={time}
                onChange={(typed) => set(weekday, typed)}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}
