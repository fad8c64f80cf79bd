'use client';

import { saveSettings } from '#app/g/[gym]/(office)/office/gym/actions.ts';
import { ClosingSettings } from '#components/gym/closing-settings.tsx';
import { IdentitySettings } from '#components/gym/identity.tsx';
import { CheckInSettings, PresenceSettings, ScreenSettings } from '#components/gym/simple-settings.tsx';
import type { SettingsPartProps } from '#components/gym/use-settings-part.ts';
import { useRefreshingSave } from '#components/hooks/use-refreshing-save.ts';
import { useToday } from '#components/hooks/use-today.ts';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { aheadOfWindow } from '#lib/browser/clock/ahead-of-window.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface GymScreenProps extends Pick<SettingsPartProps, 'settings' | 'staff'> {
  locationId: string;
}

/** The settings of the gym by subject, each saved on its own. */
export function GymScreen({ locationId, ...shown }: GymScreenProps) {
  const t = useTranslations('gym');
  const today = useToday(shown.settings.timeZone, aheadOfWindow);
  const onSave: SettingsPartProps['onSave'] = useRefreshingSave((change) => saveSettings({ ...change, locationId }));
  const part = { ...shown, onSave };
  return (
    <>
      <SectionBoundary title={t('identityTitle')} isOfPage>
        <IdentitySettings {...part} />
      </SectionBoundary>
      <SectionBoundary title={t('closingTitle')} isOfPage>
        <ClosingSettings {...part} today={today} />
      </SectionBoundary>
      <SectionBoundary title={t('presenceTitle')} isOfPage>
        <PresenceSettings {...part} />
      </SectionBoundary>
      <SectionBoundary title={t('checkInTitle')} isOfPage>
        <CheckInSettings {...part} />
      </SectionBoundary>
      <SectionBoundary title={t('screensTitle')} isOfPage>
        <ScreenSettings {...part} />
      </SectionBoundary>
    </>
  );
}
