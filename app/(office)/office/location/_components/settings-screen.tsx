'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { SettingsForm } from '#components/office/settings-form.tsx';
import { toast } from '#components/ui/toast.ts';
import type { ActionResult } from '#lib/actions/result.ts';
import type { LocationSettings } from '#lib/desk/locations/settings.ts';

export interface SettingsScreenProps {
  locationId: string;
  settings: LocationSettings;
  save(input: LocationSettings & { locationId: string }): Promise<ActionResult<null>>;
}

export function SettingsScreen({ locationId, settings, save }: SettingsScreenProps) {
  const router = useRouter();
  const t = useTranslations();
  const onSave = async (changed: LocationSettings) => {
    const result = await save({ ...changed, locationId }).catch(() => null);
    if (result?.ok) return toast.success(t('office.location.saved'));
    if (result?.error.code === 'signedOut') return router.push('/sign-in');
    toast.error(t(`notes.${result?.error.code ?? 'unexpected'}`, { requestId: result?.error.requestId ?? '' }));
  };
  return <SettingsForm settings={settings} onSave={onSave} />;
}
