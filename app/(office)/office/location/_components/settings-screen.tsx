'use client';

import { SettingsForm } from '#components/office/settings-form.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { LocationSettings } from '#lib/wire/locations.ts';

interface SettingsScreenProps {
  locationId: string;
  settings: LocationSettings;
  save(input: LocationSettings & { locationId: string }): Promise<ActionResult<null>>;
}

export function SettingsScreen({ locationId, settings, save }: SettingsScreenProps) {
  return <SettingsForm settings={settings} onSave={(changed) => save({ ...changed, locationId })} />;
}
