'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { ProfileNotice } from '#components/profile/layout.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { PlatformTrouble } from '#lib/wire/platform-trouble.ts';

/** Shown where neither the platform nor the directory has data of the member. */
export function ProfileUnavailable({ because }: { because: PlatformTrouble }) {
  const t = useTranslations('profile.unavailable');
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <ProfileNotice title={t('title')} text={t('text', { because })}>
      <PendingButton look="main" isPending={isPending} onClick={() => startTransition(() => router.refresh())}>
        {t('retry')}
      </PendingButton>
    </ProfileNotice>
  );
}
