import { useLocale, useTranslations } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { genders } from '#contracts/v2/account-fields.ts';
import { isDay, type ProfileField } from '#lib/wire/members.ts';

/** Writes the value of a field as a person reads it. What the provider added later keeps its own name. */
export function usePersonText(timeZone: string): (field: ProfileField, value: string) => string {
  const t = useTranslations('profile.genders');
  const { day } = useLocationFormat(timeZone);
  const nameType = useMembershipType();
  const locale = useLocale();
  return (field, value) => {
    if (value === '') return '';
    if (isDay(field)) return day(value);
    if (field === 'membership.membershipType') return nameType(value) ?? value;
    if (field === 'contact.country') return nameCountry(value, locale);
    const gender = field === 'gender' && genders.find((known) => known === value);
    return gender ? t(gender) : value;
  };
}

/** Countries are kept as codes of two letters; whatever else was written stays as it is. */
function nameCountry(value: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(value)) return value;
  return new Intl.DisplayNames(locale, { type: 'region' }).of(value) ?? value;
}
