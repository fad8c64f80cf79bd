import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { ProfileNotice } from '#components/members/profile-notice.tsx';
import { Button } from '#components/ui/button.tsx';

/** The member has left or was erased, perhaps while this page was open. */
export default async function MemberNotFound() {
  const t = await getTranslations('profile.gone');
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
