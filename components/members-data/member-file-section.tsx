'use client';

import { ProfileSection } from '#components/profile/section.tsx';
import { buttonLooks } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { memberFileHref } from './member-file-href.ts';

interface MemberFileSectionProps {
  locationId: string;
  accountId: string;
}

/** On a member's page: everything that the desk stores about them, as a file. */
export function MemberFileSection({ locationId, accountId }: MemberFileSectionProps) {
  const t = useTranslations('memberData');
  return (
    <ProfileSection title={t('title')}>
      <div className="grid justify-items-start gap-2">
        <p>{t('linkText')}</p>
        <a className={buttonLooks({})} href={memberFileHref(locationId, accountId)} download="member.json">
          {t('link')}
        </a>
      </div>
    </ProfileSection>
  );
}
