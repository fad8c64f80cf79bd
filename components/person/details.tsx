'use client';

import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { FoldedSection } from '#components/profile/folded-section.tsx';
import { cn } from '#components/ui/class-names.ts';
import { genders } from '#contracts/v2/account-fields.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { firstCorporateDayOf, lastCorporateDayOf } from '#lib/wire/contract-days.ts';
import { fieldGroups, isDay, type Profile, type ProfileField } from '#lib/wire/members.ts';

interface PersonDetailsProps {
  profile: Profile;
  timeZone: string;
  /** Buttons next to the title. */
  actions?: ReactNode;
  isFirstOpen?: boolean;
}

/** The data of a person and their contract. Empty fields are omitted. */
export function PersonDetails({ profile, timeZone, actions, isFirstOpen }: PersonDetailsProps) {
  const t = useTranslations('profile');
  const write = usePersonText(timeZone);
  const { day } = useLocationFormat(timeZone);
  const { values } = profile;
  const corporateStart = firstCorporateDayOf(profile.corporateStart, timeZone);
  const corporateEnd = lastCorporateDayOf(profile.corporateEnd, timeZone);
  return (
    <FoldedSection id="person" title={t('person')} actions={actions} isFirstOpen={isFirstOpen}>
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
                <Fact name={t('corporateStart')} value={day(corporateStart)} />
              )}
              {group === 'membershipGroup' && corporateEnd && (
                <Fact name={t('corporateEnd')} value={day(corporateEnd)} />
              )}
            </dl>
          </div>
        );
      })}
    </FoldedSection>
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

/** Formats the value of a field for display. A value that the provider added later is shown as it is. */
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

/** Countries are stored as two-letter codes; other text is shown unchanged. */
function nameCountry(value: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(value)) return value;
  return new Intl.DisplayNames(locale, { type: 'region' }).of(value) ?? value;
}
