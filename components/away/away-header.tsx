import { ReaderState } from '#components/check-in/reader-state.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { EndKey } from '#lib/wire/reader/reader-habit.ts';

interface AwayHeaderProps {
  /** State of the card reader; null on screens that accept no scans. */
  reader: { isDeskHeard: boolean; endKey: EndKey | undefined } | null;
}

/** The header while the desk is unreachable: it contains no links. */
export function AwayHeader({ reader }: AwayHeaderProps) {
  const t = useTranslations('app');
  return (
    <header className="flex min-h-15 items-center gap-x-4 border-line border-b bg-surface px-4 py-1.5 sm:px-6">
      <span className="font-bold">{t('name')}</span>
      <div className="ml-auto">{reader && <ReaderState {...reader} />}</div>
    </header>
  );
}
