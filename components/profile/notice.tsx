import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LinkButton } from '#components/ui/link-button.tsx';

interface ProfileNoticeProps {
  title: string;
  text: string;
  /** The ways on. */
  children: ReactNode;
}

/** Stands in the place of a member's page that cannot be shown. */
export function ProfileNotice({ title, text, children }: ProfileNoticeProps) {
  return (
    <main className="mx-auto grid max-w-xl content-start justify-items-start gap-4 p-6 pt-16">
      <h1 className="font-bold text-3xl tracking-tight">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      <div className="flex flex-wrap gap-2.5">{children}</div>
    </main>
  );
}

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
