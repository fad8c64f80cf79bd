import { CircleAlert } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TrainingPullState, TrainingPulls } from '#lib/wire/training.ts';

interface TrainingPullsListProps {
  pulls: TrainingPulls;
  timeZone: string;
}

/** Each data set of the data export: of which days it is complete, when it is read next, and why it cannot be. */
export function TrainingPullsList({ pulls: { hasReadMembers, dataSets }, timeZone }: TrainingPullsListProps) {
  const t = useTranslations('connection.training');
  return (
    <>
      {!hasReadMembers && <p className="font-medium">{t('membersFirst')}</p>}
      <ul aria-label={t('title')} className="grid">
        {dataSets.map((pull) => (
          <li
            key={pull.dataSet}
            className="grid gap-x-6 gap-y-1 border-line border-t py-3 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <p className="font-semibold">{t(`dataSets.${pull.dataSet}`)}</p>
            <Progress pull={pull} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Progress({ pull, timeZone }: { pull: TrainingPullState; timeZone: string }) {
  const t = useTranslations('connection.training');
  const tCause = useTranslations('platform.causes');
  const { day, time } = useLocationFormat(timeZone);
  const { since, until, lastReadAt, nextReadAt, failure, isDoubted, read, unknown } = pull;
  return (
    <div className="grid gap-1">
      <p>
        {since && until ? t('complete', { from: day(since), to: day(until) }) : t('nothingYet')}
        {lastReadAt && <> {t('lastRead', { time: time(lastReadAt), count: read, unknown })}</>}
      </p>
      {isDoubted && <p className="font-medium text-attention">{t('doubted')}</p>}
      {failure && (
        <p className="flex items-start gap-2 font-medium text-attention">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0">
            {t(`failures.${failure.kind}`, { time: time(failure.since) })} {failure.cause && tCause(failure.cause)}
          </span>
        </p>
      )}
      <p className="text-ink-soft text-sm">{nextReadAt ? t('next', { time: time(nextReadAt) }) : t('due')}</p>
    </div>
  );
}
