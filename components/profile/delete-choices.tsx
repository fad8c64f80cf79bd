'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { ProfileSection } from './section.tsx';

export type Removal = 'end' | 'erase';
const removals = ['end', 'erase'] as const satisfies readonly Removal[];

/** The two ways in which a member can go, told apart before one is chosen. */
export function DeleteChoices({ onChoose }: { onChoose(how: Removal): void }) {
  const t = useTranslations('removeMember');
  return (
    <ProfileSection title={t('title')}>
      <div className="grid gap-5">
        {removals.map((how) => (
          <div key={how} className="grid justify-items-start gap-2">
            <p>{t(`${how}.text`)}</p>
            <Button look="danger" onClick={() => onChoose(how)}>
              {t(`${how}.button`)}
            </Button>
          </div>
        ))}
      </div>
    </ProfileSection>
  );
}
