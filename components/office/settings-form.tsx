'use client';

import { type FormEvent, useState } from 'react';
import { isTime } from '#components/days/typed-time.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type LocationSettings,
  type NumericSetting,
  settingLimits,
  type Weekday,
  weekdays,
} from '#lib/wire/locations.ts';
import {
  flattenSettings,
  foldSettings,
  mergeSettings,
  type SettingName,
  type SettingsOutcome,
} from '#lib/wire/merge-settings.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { ClosingTimesField } from './closing-times-field.tsx';
import { FormEnd, OfficeSection } from './section.tsx';
import { readNumbers, type WrittenNumbers, writeNumbers } from './setting-numbers.ts';

export interface SettingsFormProps {
  settings: LocationSettings;
  staff: BegunByProps['staff'];
  /** @param base the settings that were changed: somebody else may have changed others since */
  onSave(change: {
    base: LocationSettings;
    settings: LocationSettings;
  }): Promise<ActionResult<SettingsOutcome<LocationSettings, SettingName>>>;
}

/** The settings of a location, each with a sentence on what it does. They are saved together. */
export function SettingsForm({ settings, staff, onSave }: SettingsFormProps) {
  const t = useTranslations('office.location');
  const [base, setBase] = useState(settings);
  const [draft, setDraft] = useState(settings);
  const [numbers, setNumbers] = useState<WrittenNumbers>(writeNumbers(settings));
  const [meanwhile, setMeanwhile] = useState<readonly SettingName[]>([]);
  const isUnsaved = isChanged(base, draft, numbers);
  useUnsaved(isUnsaved);
  const [wrong, setWrong] = useState<readonly (NumericSetting | Weekday)[]>([]);
  const save = useAction(onSave);
  const send = async (wanted: LocationSettings) => {
    const result = await save.run({ base, settings: wanted });
    if (!result?.ok) return;
    const { kind, now } = result.value;
    const [opened, mine] = [flattenSettings(base), flattenSettings(wanted)];
    const next = foldSettings(mergeSettings(opened, mine, flattenSettings(now)).merged);
    setBase(now);
    setDraft(next);
    setNumbers(writeNumbers(next));
    setMeanwhile(kind === 'saved' ? [] : result.value.conflicts);
    if (kind === 'saved') toast.success(t('saved'));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readNumbers(numbers);
    const notTimes = weekdays.filter((weekday) => !isTime(draft.closingTimes[weekday] ?? '00:00'));
    const found = [...read.wrong, ...notTimes];
    setWrong(found);
    if (found.length > 0) return;
    void send({ ...draft, ...read.values });
  };
  const nameOf = (name: SettingName) =>
    weekdays.some((weekday) => weekday === name)
      ? t(`weekdays.${name as Weekday}`)
      : t(`${name as SingleSetting}.label`); // safe because: what is no day is a setting of its own
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
    <form method="post" noValidate onSubmit={submit} className="grid gap-5" data-kept>
      {isUnsaved && <BegunBy staff={staff} />}
      <PendingFields isPending={save.isPending}>
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
      </PendingFields>
      <ChangedMeanwhile
        changes={meanwhile.map((name) => ({ label: nameOf(name), value: flattenSettings(base)[name] }))}
      />
      <FormEnd submit={t('save')} look="main" isPending={save.isPending} failure={save.failure} />
    </form>
  );
}

type SingleSetting = Exclude<SettingName, Weekday>;

const isChanged = (base: LocationSettings, draft: LocationSettings, numbers: WrittenNumbers): boolean =>
  differ(flattenSettings(base), flattenSettings(draft)) || differ(writeNumbers(base), numbers);

const differ = <Values extends object>(one: Values, other: Values): boolean =>
  Object.entries(one).some(([name, value]) => value !== other[name as keyof Values]); // safe because: both have the same names

const textsOf = ({ min, max }: { min: number; max: number }) => ({ min: String(min), max: String(max) });
