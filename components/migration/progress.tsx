'use client';

import { useFormatter } from 'next-intl';
import { useAction } from '#components/hooks/use-action.ts';
import { useTurning } from '#components/hooks/use-settling.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { Button, buttonLooks } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { resultsUrl } from '#lib/browser/queries/migration-files.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type MigrationRun, totalOf } from '#lib/wire/migration.ts';

interface MigrationProgressProps {
  locationId: string;
  run: MigrationRun;
  onChange(wish: 'pause' | 'resume'): Promise<ActionResult<null>>;
  onChanged(): Promise<unknown>;
  onCancel(): void;
}

/** Progress and speed of a migration, and what blocks it. */
export function MigrationProgress({ locationId, run, onChange, onChanged, onCancel }: MigrationProgressProps) {
  const t = useTranslations('migration.progress');
  const format = useFormatter();
  const change = useAction(onChange, { onDone: onChanged });
  const total = totalOf(run);
  const done = total - run.counts.waiting;
  const wish = run.state === 'paused' ? 'resume' : 'pause';
  const button = useTurning<HTMLButtonElement>(wish);
  return (
    <OfficeSection title={t('title')} text={t('background')}>
      <div className="grid gap-2">
        <p className="flex flex-wrap justify-between gap-x-6">
          <span className="font-semibold tabular-nums">
            {t('done', { done: format.number(done), total: format.number(total) })}
          </span>
          <Speed run={run} />
        </p>
        <div
          role="progressbar"
          aria-label={t('label')}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          className="h-2 overflow-hidden rounded-full bg-unknown-soft"
        >
          <div className="h-full bg-accent" style={{ width: `${(done / total) * 100}%` }} />
        </div>
        <p role="status" className="font-medium text-attention empty:hidden">
          {run.pausedBecause !== null
            ? t(`paused.${run.pausedBecause}`)
            : run.waitsFor !== null && t(`waits.${run.waitsFor}`)}
        </p>
      </div>
      <MigrationCounts counts={run.counts} />
      <Problem>{change.failure}</Problem>
      <div className="flex flex-wrap gap-2.5">
        <PendingButton
          ref={button}
          look={wish === 'resume' ? 'main' : 'plain'}
          isPending={change.isPending}
          onClick={() => void change.run(wish)}
        >
          {t(wish)}
        </PendingButton>
        <a className={buttonLooks({})} href={resultsUrl(locationId, run.id)} download>
          {t('results')}
        </a>
        <Button look="danger" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </OfficeSection>
  );
}

/** The recent speed and the time left; nothing while the migration is blocked. */
function Speed({ run }: { run: MigrationRun }) {
  const t = useTranslations('migration.progress');
  const format = useFormatter();
  if (run.state !== 'running' || run.waitsFor !== null) return null;
  const left = timeLeft(run);
  if (left === null || run.perSecond === null) return <span className="text-ink-soft">{t('leftUnknown')}</span>;
  const { hours, minutes } = left;
  const rate = format.number(run.perSecond, { maximumFractionDigits: 1 });
  return (
    <span className="text-ink-soft tabular-nums">
      {t('rate', { rate })} ·{' '}
      {hours > 0 ? t('hoursLeft', { hours: String(hours), minutes: String(minutes) }) : t('minutesLeft', { minutes })}
    </span>
  );
}

const shown = ['migrated', 'alreadyThere', 'notFound', 'refused', 'invalid', 'repeated', 'waiting'] as const;
/** Shown only if they are not 0. */
const rare: ReadonlySet<string> = new Set(['invalid', 'repeated', 'waiting']);

/** The number of rows by result. */
export function MigrationCounts({ counts }: { counts: MigrationRun['counts'] }) {
  const t = useTranslations('migration.counts');
  const format = useFormatter();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
      {shown
        .filter((state) => counts[state] > 0 || !rare.has(state))
        .map((state) => (
          <div key={state} className="min-w-0">
            <dt className="text-ink-soft text-sm">{t(state)}</dt>
            <dd className="font-semibold tabular-nums">{format.number(counts[state])}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The time left at the recent speed, in whole minutes; 0 means less than one. Null where it is unknown. */
export function timeLeft({
  perSecond,
  counts,
}: Pick<MigrationRun, 'perSecond' | 'counts'>): { hours: number; minutes: number } | null {
  if (!perSecond) return null;
  const minutes = Math.round(counts.waiting / perSecond / 60);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
