'use client';

import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type LocationSettings, settingsParts } from '#lib/wire/locations.ts';
import { SettingsSection } from './settings-section.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { type SettingsPartProps, useSettingsPart } from './use-settings-part.ts';

type Identity = Pick<LocationSettings, 'name' | 'timeZone'>;
const movesZone = (before: Identity, after: Identity) => before.timeZone !== after.timeZone;

/** Name and time zone. A change of the time zone says what it changes, and needs confirmation. */
export function IdentitySettings(props: SettingsPartProps) {
  const t = useTranslations('gym');
  const { form, submit, base, conflicts, asked, cancel } = useSettingsPart(settingsParts.identity, {
    ...props,
    needsAsking: movesZone,
  });
  const { name, timeZone } = form.mistakes;
  const labels = { name: t('name.label'), timeZone: t('timeZone.label') };
  return (
    <>
      <SettingsSection
        title={t('identityTitle')}
        staff={props.staff}
        form={form}
        meanwhile={(['name', 'timeZone'] as const)
          .filter((one) => conflicts.includes(one))
          .map((one) => ({ label: labels[one], value: base[one] }))}
        onSubmit={submit}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('name')}
            autoComplete="off"
            label={labels.name}
            hint={t('name.hint')}
            error={name && t(name === 'nameTaken' ? 'nameTaken' : 'nameMissing')}
          />
          <TimeZoneField
            {...form.field('timeZone')}
            label={labels.timeZone}
            hint={t('timeZone.hint')}
            error={timeZone && t(timeZone === 'timeZoneUnknown' ? 'timeZoneUnknown' : 'timeZoneMissing')}
          />
        </div>
      </SettingsSection>
      {asked && (
        <ConfirmDialog
          title={t('timeZoneTitle', { timeZone: form.values.timeZone })}
          description={t('timeZoneText')}
          confirm={t('timeZoneConfirm')}
          look="main"
          onConfirm={asked.send}
          onDone={asked.meet}
          onClose={cancel}
        />
      )}
    </>
  );
}
