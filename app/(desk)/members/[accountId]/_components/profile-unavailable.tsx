'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useTransition } from 'react';
import { ProfileNotice } from '#components/profile/notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';

/** Neither the platform nor the directory can say anything of the member now. */
export function ProfileUnavailable() {
  const t = useTranslations('profile.unavailable');
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <ProfileNotice title={t('title')} text={t('text')}>
      <Button look="main" aria-disabled={isPending} onClick={() => startTransition(() => router.refresh())}>
        {isPending && <Spinner />}
        {t('retry')}
      </Button>
    </ProfileNotice>
  );
}
