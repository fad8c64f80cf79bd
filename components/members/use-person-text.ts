import { useTranslations } from 'next-intl';
import { useLocationFormat } from '#components/desk/use-location-format.ts';
import { useMembershipType } from '#components/desk/use-membership-type.ts';
import type { ProfileField } from '#lib/desk/members/profile.ts';
import { genders, isDay } from './person-fields.ts';

/** Writes the value of a field as a person reads it. What the provider added later keeps its own name. */
export function usePersonText(timeZone: string): (field: ProfileField, value: string) => string {
  const t = useTranslations('profile.genders');
  const { day } = useLocationFormat(timeZone);
  const nameType = useMembershipType();
  return (field, value) => {
    if (value === '') return '';
    if (isDay(field)) return day(value);
    if (field === 'membership.membershipType') return nameType(value) ?? value;
    const gender = field === 'gender' && genders.find((known) => known === value);
    return gender ? t(gender) : value;
  };
}
