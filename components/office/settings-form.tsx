'use client';

import { useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
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
  settingsForm,
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

export interface SettingsFormProps {
  settings: LocationSettings;
  staff: BegunByProps['staff'];
  /** @param base the settings before the change: another user may have changed others since */
  onSave(change: {
    base: LocationSettings;
    settings: LocationSettings;
  }): Promise<ActionResult<SettingsOutcome<LocationSettings, SettingName>>>;
}

/** The settings of a location, each with an explanation. They are saved together. */
export function SettingsForm({ settings, staff, onSave }: SettingsFormProps) {
  const t = useTranslations('office.location');
  const [base, setBase] = useState(settings);
  const [meanwhile, setMeanwhile] = useState<readonly SettingName[]>([]);
  const save = useAction(onSave);
  const form = useForm(settingsForm, {
    initial: settingsForm.encode(settings),
    action: save,
    mistakeOf: () => true,
  });
  useUnsaved(form.isUnsaved);
  const submit = form.submit(async (wanted) => {
    const result = await save.run({ base, settings: wanted });
    if (!result?.ok) return result;
    const { kind, now } = result.value;
    const [opened, mine] = [flattenSettings(base), flattenSettings(wanted)];
    const next = foldSettings(mergeSettings(opened, mine, flattenSettings(now)).merged);
    setBase(now);
    form.beginAnew(settingsForm.encode(now), settingsForm.encode(next));
    setMeanwhile(kind === 'saved' ? [] : result.value.conflicts);
    if (kind === 'saved') toast.success(t('saved'));
    return result;
  });

  const nameOf = (name: SettingName) =>
    weekdays.some((weekday) => weekday === name)
      ? t(`weekdays.${name as Weekday}`)
      : t(`${name as SingleSetting}.label`); // safe because: a name that is no weekday is a single setting
  const number = (name: NumericSetting) => (
    <TextField
      {...form.field(name)}
      inputMode="numeric"
      autoComplete="off"
      label={t(`${name}.label`)}
      hint={t(`${name}.hint`)}
      error={form.mistakes[name] && t('outOfRange', textsOf(settingLimits[name]))}
    />
  );
  const toggle = (name: 'checkInOnScan' | 'expectsPhotos' | 'keepsScreenAwake') => (
    <Switch
      label={t(`${name}.label`)}
      hint={t(`${name}.hint`)}
      isOn={form.values[name]}
      onSwitch={(isOn) => form.change({ [name]: isOn })}
    />
  );

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5" data-kept>
      {form.isUnsaved && <BegunBy staff={staff} />}
      <PendingFields isPending={form.isPending}>
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
            times={form.values.closingTimes}
            isWrong={(weekday) => form.mistakes[`closingTimes.${weekday}`] !== undefined}
            onChange={(closingTimes) => form.change({ closingTimes })}
          />
        </OfficeSection>
      </PendingFields>
      <ChangedMeanwhile
        changes={meanwhile.map((name) => ({ label: nameOf(name), value: flattenSettings(base)[name] }))}
      />
      <FormEnd submit={t('save')} look="main" isPending={form.isPending} failure={form.failure} />
    </form>
  );
}

type SingleSetting = Exclude<SettingName, Weekday>;

const textsOf = ({ min, max }: { min: number; max: number }) => ({ min: String(min), max: String(max) });
