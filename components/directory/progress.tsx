import { useFormatter, useTranslations } from 'next-intl';
import type { SyncProgress } from '#lib/wire/directory.ts';

/** Says how far the first reading of all members has come: who is not read yet is not found by name. */
export function DirectoryProgress({ progress }: { progress: SyncProgress | null }) {
  const t = useTranslations('directory');
  const format = useFormatter();
  if (!progress) return null;
  const { read, total } = progress;
  const share = total ? Math.min(1, read / total) : 0;
  return (
    <div className="grid gap-2 rounded-md border border-line bg-surface px-4.5 py-3">
      <p className="font-semibold">
        {total === null ? t('notReadYet') : t('reading', { read: format.number(read), total: format.number(total) })}
      </p>
      <div
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total === null ? undefined : read}
        className="h-1.5 overflow-hidden rounded-full bg-unknown-soft"
      >
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="text-ink-soft text-sm">{t('notFoundYet')}</p>
    </div>
  );
}
