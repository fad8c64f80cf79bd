'use client';

import { saveSettings } from '#app/g/[gym]/(office)/office/location/actions.ts';
import { SettingsForm, type SettingsFormProps } from '#components/office/settings-form.tsx';

interface SettingsScreenProps extends Pick<SettingsFormProps, 'settings' | 'staff'> {
  locationId: string;
}

export function SettingsScreen({ locationId, ...form }: SettingsScreenProps) {
  return <SettingsForm {...form} onSave={(changed) => saveSettings({ ...changed, locationId })} />;
}
