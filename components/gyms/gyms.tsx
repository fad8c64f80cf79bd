'use client';

import { Plus } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { gymPath } from '#lib/wire/gym-path.ts';
import type { Gym } from '#lib/wire/gyms.ts';

interface GymsProps {
  gyms: readonly Gym[];
  /** The gym of this page. */
  hereId: string;
  timeZone: string;
  onAdd(): void;
  onRetire(gym: Gym): void;
  onReopen(gym: Gym): void;
  onConfirmOptOuts(gym: Gym): void;
}

/** The manager's gyms, those in use first. */
export function Gyms({ gyms, hereId, timeZone, onAdd, onRetire, onReopen, onConfirmOptOuts }: GymsProps) {
  const t = useTranslations('gyms');
  const ofOptOuts = useTranslations('optOuts');
  const { time } = useLocationFormat(timeZone);
  const toGym = useGymPath();
  const isLast = gyms.filter(({ retiredAt }) => retiredAt === null).length === 1;
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <ul aria-label={t('title')} className="grid">
        {gyms.map((gym) => (
          <li
            key={gym.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere font-semibold">{gym.name}</p>
              <p className="wrap-anywhere text-ink-soft text-sm">
                {gym.retiredAt === null
                  ? `${gymPath(gym.slug, '/')} · ${gym.timeZone}`
                  : t('retiredSince', { time: time(gym.retiredAt) })}
              </p>
              {gym.optOutsWaitSince !== null && (
                <p className="mt-1 text-attention text-sm">{t('optOutsWait', { time: time(gym.optOutsWaitSince) })}</p>
              )}
              {gym.optOutsAsked !== null && (
                <p className="mt-1 text-attention text-sm">{t('optOutsAsked', { count: gym.optOutsAsked.count })}</p>
              )}
              {gym.optOutsConfirmed && (
                <p className="mt-1 text-sm">
                  <span className="font-medium">
                    {ofOptOuts('confirmedTitle', { count: gym.optOutsConfirmed.count })}
                  </span>
                  <br />
                  {ofOptOuts('confirmedText', { time: time(gym.optOutsConfirmed.at) })}
                </p>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              {gym.optOutsAsked !== null && (
                <Button
                  onClick={() => onConfirmOptOuts(gym)}
                  aria-label={t('of', { action: ofOptOuts('confirm'), name: gym.name })}
                >
                  {ofOptOuts('confirm')}
                </Button>
              )}
              {gym.retiredAt !== null ? (
                <>
                  <LinkButton
                    href={toGym(`/reports/corporate-statement?retired=${gym.slug}`)}
                    aria-label={t('of', { action: t('statement'), name: gym.name })}
                  >
                    {t('statement')}
                  </LinkButton>
                  <Button onClick={() => onReopen(gym)} aria-label={t('of', { action: t('reopen'), name: gym.name })}>
                    {t('reopen')}
                  </Button>
                </>
              ) : (
                <>
                  {gym.id !== hereId && (
                    <LinkButton
                      href={gymPath(gym.slug, '/office/gym')}
                      aria-label={t('of', { action: t('open'), name: gym.name })}
                    >
                      {t('open')}
                    </LinkButton>
                  )}
                  {!isLast && (
                    <Button onClick={() => onRetire(gym)} aria-label={t('of', { action: t('retire'), name: gym.name })}>
                      {t('retire')}
                    </Button>
                  )}
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {isLast && <p className="text-ink-soft text-sm">{t('last')}</p>}
      <Button look="main" className="justify-self-start max-sm:w-full" onClick={onAdd}>
        <Plus aria-hidden className="size-5" /> {t('add')}
      </Button>
    </OfficeSection>
  );
}
