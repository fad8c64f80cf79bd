import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { WaitingChanges } from '#components/tasks/notes.tsx';
import type { DelayCause } from '#lib/browser/changes/change-queue.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TaskChangeRequest } from '#lib/wire/tasks.ts';

interface ChangesOfDeviceProps {
  /** Oldest first. */
  changes: readonly TaskChangeRequest[];
  cause: DelayCause | null;
  timeZone: string;
  onRetry(): void;
}

/** The changes made on this device that the desk does not have yet: their kind and time. */
export function ChangesOfDevice({ changes, cause, timeZone, onRetry }: ChangesOfDeviceProps) {
  const t = useTranslations('away');
  const { time } = useLocationFormat(timeZone);
  return (
    <>
      <WaitingChanges count={cause ? changes.length : 0} cause={cause} onRetry={onRetry}>
        {t(cause === 'storageFailed' ? 'changes.storageText' : 'changes.text')}
      </WaitingChanges>
      <ul aria-label={t('changes.list')} className="rounded-md border border-line bg-surface empty:hidden">
        {changes.map(({ changeId, kind, at }) => (
          <li key={changeId} className="flex min-h-11 items-center gap-4 border-line px-4.5 py-2 not-first:border-t">
            <time dateTime={new Date(at).toISOString()} className="text-ink-soft tabular-nums">
              {time(at)}
            </time>
            {t(`changes.${kind}`)}
          </li>
        ))}
      </ul>
    </>
  );
}
