import { SectionState } from '#components/reading/section-state.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { TroubleNote } from '#components/visits/trouble-note.tsx';
import { useVisitTexts } from '#components/visits/use-visit-texts.ts';
import { VisitTime } from '#components/visits/visit-time.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type MemberVisit, type MemberYear, visitKey } from '#lib/wire/visits.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { ProfileSection } from './section.tsx';
import { VisitsYear } from './visits-year.tsx';

interface VisitsListProps {
  /** Undefined until they are loaded for the first time. */
  visits: readonly MemberVisit[] | undefined;
  year: MemberYear | null;
  isFailed: boolean;
  onRetry(): void;
  /** Loads the next page; null where there is none. */
  more: { isPending: boolean; onAsk(): void } | null;
  timeZone: string;
}

/** A member's last 52 weeks, and their visits: in, out, stay and how. */
export function VisitsList({ visits, year, more, timeZone, ...state }: VisitsListProps) {
  const t = useTranslations('memberVisits');
  return (
    <ProfileSection id="visits" title={t('title')}>
      <SectionState isReading={!visits} {...state} />
      {visits?.length === 0 && <p className="text-ink-soft">{t('empty')}</p>}
      {year && visits && visits.length > 0 && <VisitsYear year={year} timeZone={timeZone} />}
      <ul aria-label={t('title')} className="grid empty:hidden">
        {visits?.map((visit) => (
          <VisitItem key={visitKey(visit)} visit={visit} timeZone={timeZone} />
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

function VisitItem({ visit, timeZone }: { visit: MemberVisit; timeZone: string }) {
  const t = useTranslations('visits');
  const { stay, how } = useVisitTexts();
  const { in: came, out: left } = visit;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-line py-2.5 not-first:border-t">
      <span className="min-w-60 font-medium">
        {came ? <VisitTime at={came.at} timeZone={timeZone} knownDay={null} /> : t('noCheckIn')}
        {' – '}
        {left ? (
          <VisitTime at={left.at} timeZone={timeZone} knownDay={came && dayOf(Date.parse(came.at), timeZone)} />
        ) : (
          <span className="font-normal text-ink-soft">{t(visit.isIn ? 'stillIn' : 'noCheckOut')}</span>
        )}
      </span>
      <span className="min-w-20 tabular-nums">{stay(visit)}</span>
      <span className="text-ink-soft text-sm">{how(visit)}</span>
      {visit.trouble && <TroubleNote trouble={visit.trouble} maySettle={false} />}
    </li>
  );
}
