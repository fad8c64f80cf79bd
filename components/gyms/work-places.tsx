'use client';

import { Check } from 'lucide-react';
import { OfficeSection } from '#components/office/section.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import type { GymList } from '#lib/wire/gyms.ts';

/** Who works at which gym. It is changed at Staff, for each colleague. */
export function WorkPlaces({ gyms, people }: GymList) {
  const t = useTranslations('gyms.places');
  const roles = useTranslations('roles');
  const toGym = useGymPath();
  const open = gyms.filter(({ retiredAt }) => retiredAt === null);
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways needs the keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
      <div role="group" aria-label={t('title')} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-left">
          <caption className="sr-only">{t('title')}</caption>
          <thead className="text-ink-soft text-sm">
            <tr>
              <th scope="col" className="py-2 pr-4 font-medium">
                {t('person')}
              </th>
              {open.map((gym) => (
                <th key={gym.id} scope="col" className="min-w-24 px-2 py-2 text-center font-medium">
                  {gym.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.id} className="border-line border-t">
                <th scope="row" className="py-2 pr-4 font-semibold">
                  <span className="wrap-anywhere">{person.name}</span>
                  <span className="block font-normal text-ink-soft text-sm">
                    {person.isDisabled ? t('disabled') : roles(person.role)}
                  </span>
                </th>
                {open.map((gym) => {
                  const isHere = person.gymIds.includes(gym.id);
                  return (
                    <td key={gym.id} className="px-2 py-2 text-center">
                      {isHere ? (
                        <Check role="img" aria-label={t('yes')} className="inline size-5 text-accent" />
                      ) : (
                        <span className="text-ink-faint">
                          <span aria-hidden>–</span>
                          <span className="sr-only">{t('no')}</span>
                        </span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <LinkButton className="justify-self-start max-sm:w-full" href={toGym('/office/staff')}>
        {t('change')}
      </LinkButton>
    </OfficeSection>
  );
}
