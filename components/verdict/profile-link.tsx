'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { LinkButton } from '#components/ui/link-button.tsx';
import { memberPath } from '#lib/wire/member-path.ts';
import { Kbd, useKeyShortcut } from './key-shortcut.tsx';

/** Leads to all that is known of a member. */
export function ProfileLink({ accountId }: { accountId: string }) {
  const t = useTranslations('actions');
  const router = useRouter();
  const href = memberPath(accountId);
  const link = useKeyShortcut<HTMLAnchorElement>('P', () => router.push(href));
  return (
    <LinkButton ref={link} href={href} aria-keyshortcuts="Alt+P">
      {t('openProfile')}
      <Kbd letter="P" />
    </LinkButton>
  );
}
