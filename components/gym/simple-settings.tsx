'use client';

import type { ReactNode } from 'react';
import { TextField } from '#components/ui/field.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type NumericSetting, settingLimits, settingsParts } from '#lib/wire/locations.ts';
import { SettingsSection } from './settings-section.tsx';
import { type SettingsPartProps, useSettingsPart } from './use-settings-part.ts';

type Toggle = 'checkInOnScan' | 'expectsPhotos' | 'keepsScreenAwake';

/** How many people may be in, and for how long. */
export function PresenceSettings(props: SettingsPartProps) {
  const t = useTranslations('gym');
  const part = useSettingsPart(settingsParts.presence, props);
  return (
    <SettingsSection {...useSection(props, part)} title={t('presenceTitle')}>
      <Pair>
        <NumberSetting name="capacity" form={part.form} />
        <NumberSetting name="longestStayH" form={part.form} />
      </Pair>
    </SettingsSection>
  );
}

/** What a scan does, and what a verdict shows. */
export function CheckInSettings(props: SettingsPartProps) {
  const t = useTranslations('gym');
  const part = useSettingsPart(settingsParts.checkIn, props);
  const { values, change } = part.form;
  return (
    <SettingsSection {...useSection(props, part)} title={t('checkInTitle')}>
      <ToggleSetting
        name="checkInOnScan"
        isOn={values.checkInOnScan}
        onSwitch={(isOn) => change({ checkInOnScan: isOn })}
      />
      <ToggleSetting
        name="expectsPhotos"
        isOn={values.expectsPhotos}
        onSwitch={(isOn) => change({ expectsPhotos: isOn })}
      />
      <Pair>
        <NumberSetting name="repeatWindowS" form={part.form} />
        <NumberSetting name="undoS" form={part.form} />
      </Pair>
    </SettingsSection>
  );
}

/** The screens of the counter, and the sessions on them. */
export function ScreenSettings(props: SettingsPartProps) {
  const t = useTranslations('gym');
  const part = useSettingsPart(settingsParts.screens, props);
  const { values, change } = part.form;
  return (
    <SettingsSection {...useSection(props, part)} title={t('screensTitle')}>
      <ToggleSetting
        name="keepsScreenAwake"
        isOn={values.keepsScreenAwake}
        onSwitch={(isOn) => change({ keepsScreenAwake: isOn })}
      />
      <Pair>
        <NumberSetting name="idleLimitMin" form={part.form} />
      </Pair>
    </SettingsSection>
  );
}

interface Part {
  form: { isUnsaved: boolean; isPending: boolean; failure: string | null };
  submit: Parameters<typeof SettingsSection>[0]['onSubmit'];
  base: Partial<Record<NumericSetting, number | null> & Record<Toggle, boolean>>;
  conflicts: readonly string[];
}

function useSection({ staff }: SettingsPartProps, { form, submit, base, conflicts }: Part) {
  const t = useTranslations('gym');
  const names = Object.keys(base) as (keyof typeof base)[]; // safe because: an object has its own keys
  const meanwhile = names
    .filter((name) => conflicts.includes(name))
    .map((name) => {
      const value = base[name] ?? null;
      return { label: t(`${name}.label`), value: typeof value === 'boolean' ? t(value ? 'on' : 'off') : value };
    });
  return { staff, form, meanwhile, onSubmit: submit };
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
);

interface NumberSettingProps<Name extends NumericSetting> {
  name: Name;
  form: {
    mistakes: Readonly<Partial<Record<string, string>>>;
    field(name: Name): { name: Name; value: string; onChange(event: { target: { value: string } }): void };
  };
}

function NumberSetting<Name extends NumericSetting>({ name, form }: NumberSettingProps<Name>) {
  const t = useTranslations('gym');
  const { min, max } = settingLimits[name];
  const setting: NumericSetting = name;
  return (
    <TextField
      {...form.field(name)}
      inputMode="numeric"
      autoComplete="off"
      label={t(`${setting}.label`)}
      hint={t(`${setting}.hint`)}
      error={form.mistakes[name] && t('outOfRange', { min: String(min), max: String(max) })}
    />
  );
}

function ToggleSetting({ name, ...toggle }: { name: Toggle; isOn: boolean; onSwitch(isOn: boolean): void }) {
  const t = useTranslations('gym');
  return <Switch label={t(`${name}.label`)} hint={t(`${name}.hint`)} {...toggle} />;
}
