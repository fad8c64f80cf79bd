'use client';

import { SettingsForm, type SettingsFormProps } from '#components/office/settings-form.tsx';
import type { LocationSettings } from '#lib/wire/locations.ts';

interface SettingsScreenProps {
  locationId: string;
  settings: LocationSettings;
  staff: SettingsFormProps['staff'];
  save(
    input: Parameters<SettingsFormProps['onSave']>[0] & { locationId: string },
  ): ReturnType<SettingsFormProps['onSave']>;
}

export function SettingsScreen({ locationId, settings, staff, save }: SettingsScreenProps) {
  return <SettingsForm settings={settings} staff={staff} onSave={(changed) => save({ ...changed, locationId })} />;
}
