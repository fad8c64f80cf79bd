import { HardDrive } from 'lucide-react';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { StorageTrouble } from '#lib/wire/status.ts';

interface StorageBannerProps {
  storage: StorageTrouble;
  /** Only managers see what to do about it. */
  isManager: boolean;
  /** Only the counter has scans to inform about. */
  at: 'counter' | 'office';
}

/** Says that the desk itself cannot record, and what happens to scans in the meantime. */
export function StorageBanner({ storage, isManager, at }: StorageBannerProps) {
  const t = useTranslations('platform');
  return (
    <Banner tone="danger" icon={HardDrive} title={t('storage')}>
      <p>{t(isManager ? `storageCauses.${storage}` : 'whose.setting')}</p>
      {t(at === 'counter' ? 'storageText' : 'storageTextOffice')}
    </Banner>
  );
}
