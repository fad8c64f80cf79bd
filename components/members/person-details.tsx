'use client';

import { useTranslations } from 'next-intl';
import { useLocationFormat } from '#components/desk/use-location-format.ts';
import { useMembershipType } from '#components/desk/use-membership-type.ts';
import { type Profile, type ProfileField, profileFields } from '#lib/desk/members/profile.ts';
import { ProfileSection } from './profile-section.tsx';

export interface PersonDetailsProps {
  profile: Profile;
  timeZone: string;
}

/** What is known of the person and of the contract. Nothing that is empty takes up room. */
export function PersonDetails({ profile, timeZone }: PersonDetailsProps) {
  const t = useTranslations('profile');
  const { day } = useLocationFormat(timeZone);
  const nameType = useMembershipType();
  const write = (field: ProfileField, value: string) => {
    switch (field) {
      case 'membership.membershipType':
        return nameType(value);
      case 'dateOfBirth':
      case 'membership.startOfContract':
      case 'membership.endOfContract':
        return day(value);
      default:
        return value;
    }
  };
  return (
    <ProfileSection title={t('person')}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {profileFields
          .filter((field) => profile.values[field] !== '')
          .map((field) => (
            <div key={field}>
              <dt className="text-ink-soft text-sm">{t(`fields.${field}`)}</dt>
              <dd className="break-words">{write(field, profile.values[field])}</dd>
            </div>
          ))}
      </dl>
    </ProfileSection>
  );
}
