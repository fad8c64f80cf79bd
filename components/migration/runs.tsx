'use client';

import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { buttonLooks } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { resultsUrl } from '#lib/browser/queries/migration-files.ts';
import type { MigrationRun } from '#lib/wire/migration.ts';
import { MigrationCounts } from './progress.tsx';

interface MigrationRunsProps {
  locationId: string;
  /** Newest first, without the unfinished one. */
  runs: readonly MigrationRun[];
  timeZone: string;
}

/** The finished migrations and their results. */
export function MigrationRuns({ locationId, runs, timeZone }: MigrationRunsProps) {
  const t = useTranslations('migration');
  const { time } = useLocationFormat(timeZone);
  if (runs.length === 0) return null;
  return (
    <OfficeSection title={t('earlier.title')} text={t('earlier.text')}>
      <ul aria-label={t('earlier.title')}>
        {runs.map((run) => (
          <li key={run.id} className="grid gap-3 border-line border-t py-4.5 first:border-t-0 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">
                  {t('earlier.by', { time: time(run.startedAt), name: run.startedBy ?? t('earlier.operator') })}
                </span>
                <Badge>{t(run.state === 'cancelled' ? 'earlier.states.cancelled' : 'earlier.states.finished')}</Badge>
              </p>
              <a
                className={buttonLooks({})}
                href={resultsUrl(locationId, run.id)}
                download
                aria-label={t('earlier.resultsOf', { time: time(run.startedAt) })}
              >
                {t('progress.results')}
              </a>
            </div>
            <MigrationCounts counts={run.counts} />
          </li>
        ))}
      </ul>
    </OfficeSection>
  );
}
