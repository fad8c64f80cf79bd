'use client';

import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { ProfileNotice } from './layout.tsx';

/** The member has left or was erased, perhaps while the page was open. */
export function MemberGone() {
  const toGym = useGymPath();
  const t = useTranslations('profile.gone');
  return (
    <ProfileNotice title={t('title')} text={t('text')}>
      <LinkButton look="main" href={toGym('/members')}>
        {t('toMembers')}
      </LinkButton>
      <LinkButton href={toGym('/')}>{t('toCheckIn')}</LinkButton>
    </ProfileNotice>
  );
}
