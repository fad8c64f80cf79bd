'use client';

import { useTranslations } from 'next-intl';
import { useCallAction } from '#app/(office)/office/_components/use-call-action.ts';
import { SettingsForm } from '#components/office/settings-form.tsx';
import { toast } from '#components/ui/toast.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { LocationSettings } from '#lib/wire/locations.ts';

export interface SettingsScreenProps {
  locationId: string;
  settings: LocationSettings;
  save(input: LocationSettings & { locationId: string }): Promise<ActionResult<null>>;
}

export function SettingsScreen({ locationId, settings, save }: SettingsScreenProps) {
  const call = useCallAction();
  const t = useTranslations('office.location');
  const onSave = async (changed: LocationSettings) => {
    if (await call(() => save({ ...changed, locationId }))) toast.success(t('saved'));
  };
  return <SettingsForm settings={settings} onSave={onSave} />;
}
