'use client';

import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { SectionState } from '#components/reading/section-state.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { MemberVisit } from '#lib/wire/visits.ts';
import { ProfileSection } from './section.tsx';

interface VisitsListProps {
  /** Undefined until they are loaded for the first time. */
  visits: readonly MemberVisit[] | undefined;
  isFailed: boolean;
  onRetry(): void;
  /** Loads the next page; null where there is none. */
  more: { isPending: boolean; onAsk(): void } | null;
  timeZone: string;
}

/** A member's arrivals and departures, each with its state at the platform. */
export function VisitsList({ visits, more, timeZone, ...state }: VisitsListProps) {
  const t = useTranslations('memberVisits');
  return (
    <ProfileSection id="visits" title={t('title')}>
      <SectionState isReading={!visits} {...state} />
      {visits?.length === 0 && <p className="text-ink-soft">{t('empty')}</p>}
      <ul aria-label={t('title')} className="grid empty:hidden">
        {visits?.map((visit) => (
          <VisitRow key={`${visit.id} ${visit.at}`} visit={visit} timeZone={timeZone} />
        ))}
      </ul>
      {more && (
        <PendingButton className="justify-self-start" isPending={more.isPending} onClick={more.onAsk}>
          {t('more')}
        </PendingButton>
      )}
    </ProfileSection>
  );
}

function VisitRow({ visit, timeZone }: { visit: MemberVisit; timeZone: string }) {
  const t = useTranslations('memberVisits');
  const { time } = useLocationFormat(timeZone);
  const state = useVisitState();
  const Icon = visit.kind === 'checkIn' ? ArrowDownLeft : ArrowUpRight;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-line py-2.5 not-first:border-t">
      <span className="flex min-w-36 items-baseline gap-2.5 font-medium">
        <Icon aria-hidden className="size-4 shrink-0 self-center text-ink-soft" />
        {t(visit.kind)}
        {visit.isAutomatic && <span className="font-normal text-ink-soft">{t('automatic')}</span>}
      </span>
      <time dateTime={visit.at} className="min-w-40 tabular-nums">
        {time(visit.at)}
      </time>
      <span className="text-ink-soft text-sm">{state(visit)}</span>
    </li>
  );
}

const knownReasons = [
  'corporateFitnessMembershipExpired',
  'corporateFitnessMembershipNotStarted',
  'corporateFitnessGymNotInNetwork',
  'corporateFitnessGymNotInNetworkPlus1',
  'membershipMissing',
] as const;

/** The state of a visit at the platform, in plain words. */
export function useVisitState(): (visit: MemberVisit) => string {
  const t = useTranslations('memberVisits.states');
  const reason = useTranslations('memberVisits.reasons');
  const why = (code: string | null) => {
    const known = knownReasons.find((candidate) => candidate === code);
    if (known) return reason(known);
    return code?.startsWith('missing') ? reason('membershipMissing') : reason('other', { code: code ?? '–' });
  };
  return ({ state, why: code }) => (state === 'refused' ? t('refused', { why: why(code) }) : t(state));
}
