import { CircleAlert, CloudOff, KeyRound } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { UnreadableNote } from '#components/profile/section.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CorporateEnding, DayRange, QuickRanges } from '#lib/wire/corporate-fitness.ts';
import type { PlatformTrouble } from '#lib/wire/platform-trouble.ts';
import { CorporateEndingRow, CorporateEndingsHead } from './ending-row.tsx';
import { CorporateRange } from './range.tsx';

export interface CorporateFitnessProps {
  range: DayRange;
  quickRanges: QuickRanges;
  /** Whether another range is loading. */
  isChoosing: boolean;
  onChooseRange(range: DayRange): void;
  /** Undefined until they are loaded. */
  entries: readonly CorporateEnding[] | undefined;
  /** The number of listed members that the desk cannot parse. */
  unreadable: number;
  /** Why loading failed; null while it has not. */
  failure: PlatformTrouble | 'other' | null;
  onRetry(): Promise<unknown>;
  timeZone: string;
}

const icons = {
  platformUnavailable: CloudOff,
  keyRejected: KeyRound,
  permissionMissing: KeyRound,
  other: CircleAlert,
};

/** Members whose corporate membership ends within a range, so that reception can speak with them before. */
export function CorporateFitness(shown: CorporateFitnessProps) {
  const { range, entries, unreadable, failure, onRetry, timeZone, ...props } = shown;
  const t = useTranslations('corporateFitness');
  const pages = useTranslations('pages');
  const { day } = useLocationFormat(timeZone);
  const days = { from: day(range.from), to: day(range.to) };
  return (
    <main className="page grid max-w-4xl gap-5">
      <div>
        <h1 className="font-bold text-3xl tracking-tight">{pages('corporateFitness')}</h1>
        <p className="mt-1 text-ink-soft">{t('about')}</p>
      </div>
      <SectionBoundary title={t('quick')}>
        <CorporateRange key={`${range.from} ${range.to}`} range={range} {...props} />
      </SectionBoundary>
      <div role="alert" className="empty:hidden">
        {failure && (
          <Banner
            tone={failure === 'other' ? 'danger' : 'info'}
            icon={icons[failure]}
            title={t(`failed.${failure}`)}
            action={<Button onClick={onRetry}>{t('retry')}</Button>}
          >
            {failure !== 'other' && t(`failed.${failure}Text`)}
          </Banner>
        )}
      </div>
      <p role="status" className="font-medium empty:hidden">
        {entries && t('found', { count: entries.length, ...days })}
      </p>
      <UnreadableNote list="members" count={unreadable} />
      {!entries && !failure && (
        <p className="flex animate-appear-late items-center gap-3 text-ink-soft">
          <Spinner /> {t('loading')}
        </p>
      )}
      {entries && entries.length > 0 && (
        <SectionBoundary title={pages('corporateFitness')} onRetry={onRetry}>
          <div className="overflow-hidden rounded-lg border border-line bg-surface">
            <CorporateEndingsHead />
            <ul aria-label={pages('corporateFitness')}>
              {entries.map((entry) => (
                <CorporateEndingRow key={entry.accountId} entry={entry} timeZone={timeZone} />
              ))}
            </ul>
          </div>
        </SectionBoundary>
      )}
      {entries && entries.length > 0 && <p className="text-ink-soft text-sm">{t('lastVisitHint')}</p>}
    </main>
  );
}
