'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { useKeyShortcut } from './use-key-shortcut.ts';

/** Leads to all that is known of a member. */
export function ProfileLink({ accountId }: { accountId: string }) {
  const t = useTranslations('actions');
  const router = useRouter();
  const href = `/members/${encodeURIComponent(accountId)}`;
  useKeyShortcut('P', () => router.push(href));
  return (
    <Button asChild>
      <Link href={href} aria-keyshortcuts="Alt+P">
        {t('openProfile')}
        <Kbd>Alt P</Kbd>
      </Link>
    </Button>
  );
}
