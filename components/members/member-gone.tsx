import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { ProfileNotice } from './profile-notice.tsx';

/** The member has left or was erased, perhaps while the page was open. */
export function MemberGone() {
  const t = useTranslations('profile.gone');
  return (
    <ProfileNotice title={t('title')} text={t('text')}>
      <Button look="main" asChild>
        <Link href="/members">{t('toMembers')}</Link>
      </Button>
      <Button asChild>
        <Link href="/">{t('toCheckIn')}</Link>
      </Button>
    </ProfileNotice>
  );
}
