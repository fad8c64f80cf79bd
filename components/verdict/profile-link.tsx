'use client';

import { Kbd, useAltShortcut } from '#components/ui/alt-shortcut.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { memberPath } from '#lib/wire/member-path.ts';

/** A link to a member's page. */
export function ProfileLink({ accountId }: { accountId: string }) {
  const toGym = useGymPath();
  const t = useTranslations('actions');
  const link = useAltShortcut<HTMLAnchorElement>('P', () => link.current?.click());
  return (
    <LinkButton ref={link} href={toGym(memberPath(accountId))} aria-keyshortcuts="Alt+P">
      {t('openProfile')}
      <Kbd letter="P" />
    </LinkButton>
  );
}
