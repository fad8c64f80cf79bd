'use client';

import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { isAllowed } from '#lib/wire/permissions.ts';
import type { StaffRole } from '#lib/wire/staff.ts';

/** A link to the page that finds out how a reader writes, or a sentence that says who can open it. */
export function SetUpReader({ role }: { role: StaffRole }) {
  const toGym = useGymPath();
  const t = useTranslations('cards.assign');
  if (isAllowed(role, 'manageLocation'))
    return <LinkButton href={toGym('/office/readers')}>{t('setUpReader')}</LinkButton>;
  return <p className="max-w-prose basis-full text-ink-soft">{t('askManager')}</p>;
}
