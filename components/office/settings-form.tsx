'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { TimeField } from '#components/days/time-field.tsx';
import { isTime } from '#components/days/typed-time.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { toast } from '#components/ui/toast.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type ClosingTimes,
  isAtNight,
  type LocationSettings,
  type NumericSetting,
  settingLimits,
  type Weekday,
  weekdays,
} from '#lib/wire/locations.ts';
import { FormEnd, OfficeSection } from './section.tsx';
import { readNumbers, type WrittenNumbers, writeNumbers } from './setting-numbers.ts';

interface SettingsFormProps {
  settings: LocationSettings;
  onSave(settings: LocationSettings): Promise<ActionResult<null>>;
}

/** The settings of a location, each with a sentence on what it does. They are saved together. */
export function SettingsForm({ settings, onSave }: SettingsFormProps) {
  const t = useTranslations('office.location');
  const [draft, setDraft] = useState(settings);
  const [numbers, setNumbers] = useState<WrittenNumbers>(writeNumbers(settings));
  const [wrong, setWrong] = useState<readonly (NumericSetting | Weekday)[]>([]);
  const save = useAction(onSave, { onDone: () => toast.success(t('saved')) });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readNumbers(numbers);
    const notTimes = weekdays.filter((weekday) => !isTime(draft.closingTimes[weekday] ?? '00:00'));
    const found = [...read.wrong, ...notTimes];
    setWrong(found);
    const [first] = found;
    if (first) return (event.currentTarget.elements.namedItem(first) as HTMLInputElement | null)?.focus(); // safe because: fields are named like settings
    void save.run({ ...draft, ...read.values });
  };
  const number = (name: NumericSetting) => (
    <TextField
      name={name}
      inputMode="numeric"
      autoComplete="off"
      label={t(`${name}.label`)}
      hint={t(`${name}.hint`)}
      error={wrong.includes(name) ? t('outOfRange', textsOf(settingLimits[name])) : undefined}
      value={numbers[name]}
      onChange={(event) => {
        setNumbers({ ...numbers, [name]: event.target.value });
        setWrong(wrong.filter((other) => other !== name));
      }}
    />
  );
  const toggle = (name: 'checkInOnScan' | 'expectsPhotos' | 'keepsScreenAwake') => (
    <Switch
      label={t(`${name}.label`)}
      hint={t(`${name}.hint`)}
      isOn={draft[name]}
      onSwitch={(isOn) => setDraft({ ...draft, [name]: isOn })}
    />
  );

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <OfficeSection title={t('checkInTitle')}>
        {toggle('checkInOnScan')}
        {toggle('expectsPhotos')}
        {toggle('keepsScreenAwake')}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {number('repeatWindowS')}
          {number('undoS')}
        </div>
      </OfficeSection>
      <OfficeSection title={t('presenceTitle')}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {number('capacity')}
          {number('longestStayH')}
        </div>
      </OfficeSection>
      <OfficeSection title={t('signInTitle')}>
        <div className="grid items-start gap-4 sm:grid-cols-2">{number('idleLimitMin')}</div>
      </OfficeSection>
      <OfficeSection title={t('closingTitle')} text={t('closingText')}>
        <ClosingTimesField
          times={draft.closingTimes}
          wrong={wrong}
          onChange={(closingTimes) => {
            setDraft({ ...draft, closingTimes });
            setWrong(wrong.filter((name) => closingTimes[name as Weekday] === draft.closingTimes[name as Weekday]));
          }}
        />
      </OfficeSection>
      <FormEnd submit={t('save')} look="main" isPending={save.isPending} failure={save.failure} />
    </form>
  );
}

const textsOf = ({ min, max }: { min: number; max: number }) => ({ min: String(min), max: String(max) });

interface ClosingTimesFieldProps {
  times: ClosingTimes;
  /** Days whose time is none. */
  wrong: readonly string[];
  onChange(times: ClosingTimes): void;
}

/** A time a weekday, or none. */
function ClosingTimesField({ times, wrong, onChange }: ClosingTimesFieldProps) {
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
              error={wrong.includes(weekday) ? t('notATime') : undefined}
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
