'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { ProfileSection } from '#components/profile/section.tsx';
import { cn } from '#lib/class-names.ts';
import { fieldGroups, type Profile } from '#lib/wire/members.ts';
import { usePersonText } from './use-person-text.ts';

interface PersonDetailsProps {
  profile: Profile;
  timeZone: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
}

/** What is known of the person and of the contract. What is empty takes up no room. */
export function PersonDetails({ profile, timeZone, actions }: PersonDetailsProps) {
  const t = useTranslations('profile');
  const write = usePersonText(timeZone);
  const { time } = useLocationFormat(timeZone);
  const { values, corporateStart, corporateEnd } = profile;
  return (
    <ProfileSection title={t('person')} actions={actions}>
      {fieldGroups.map(({ group, fields }, index) => {
        const known = fields.filter((field) => values[field] !== '');
        if (known.length === 0) return null;
        return (
          <div key={group} className={cn('grid gap-3', index > 0 && 'border-line border-t pt-4')}>
            <h3 className="font-semibold text-ink-soft text-sm">{t(group)}</h3>
            <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:gap-x-6">
              {known.map((field) => (
                <Fact
                  key={field}
                  name={t(`fields.${field}`)}
                  value={write(field, values[field])}
                  className={field === 'email' ? 'max-sm:col-span-full' : undefined}
                />
              ))}
              {group === 'membershipGroup' && corporateStart && (
                <Fact name={t('corporateStart')} value={time(corporateStart)} />
              )}
              {group === 'membershipGroup' && corporateEnd && (
                <Fact name={t('corporateEnd')} value={time(corporateEnd)} />
              )}
            </dl>
          </div>
        );
      })}
    </ProfileSection>
  );
}

function Fact({ name, value, className }: { name: string; value: string; className?: string }) {
  return (
    <div className={cn('min-w-0', className)}>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </div>
  );
}
