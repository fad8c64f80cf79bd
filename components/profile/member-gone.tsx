import { useTranslations } from 'next-intl';
import { LinkButton } from '#components/ui/link-button.tsx';
import { ProfileNotice } from './notice.tsx';

/** The member has left or was erased, perhaps while the page was open. */
export function MemberGone() {
  const t = useTranslations('profile.gone');
  return (
    <ProfileNotice title={t('title')} text={t('text')}>
      <LinkButton look="main" href="/members">
        {t('toMembers')}
      </LinkButton>
      <LinkButton href="/">{t('toCheckIn')}</LinkButton>
    </ProfileNotice>
  );
}
