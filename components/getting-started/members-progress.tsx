import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { MembersRead } from '#lib/wire/getting-started.ts';

/** How far the first reading of the members is. Without a total, only what has been read. */
export function MembersProgress({ reading: { count, total, secondsLeft } }: { reading: MembersRead }) {
  const t = useTranslations('gettingStarted.reading');
  if (count === 0 && total === null) return <p>{t('waiting')}</p>;
  const told = total === null ? t('count', { count }) : t('of', { count, total });
  return (
    <div className="mt-2 grid max-w-md gap-1.5">
      {total !== null && total > 0 && (
        <progress aria-label={told} max={total} value={count} className="h-2 w-full accent-accent" />
      )}
      <p className="tabular-nums">
        {told}
        {secondsLeft !== null && (
          <span className="block text-ink-soft">
            {secondsLeft < 60 ? t('almost') : t('left', { minutes: Math.ceil(secondsLeft / 60) })}
          </span>
        )}
      </p>
    </div>
  );
}
