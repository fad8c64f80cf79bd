import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { HolderOfCard } from '#lib/wire/readers.ts';

/** Whose card it is; `loading` while that is asked, `failed` where the desk has not answered. */
export type ShownHolder = HolderOfCard | 'loading' | 'failed';

export function HolderLine({ holder }: { holder: ShownHolder }) {
  const t = useTranslations('readers.holder');
  if (holder === 'loading') {
    return (
      <p className="flex items-center gap-2 text-ink-soft">
        <Spinner className="size-4" /> {t('loading')}
      </p>
    );
  }
  if (holder === 'failed') return <p className="text-ink-soft">{t('failed')}</p>;
  switch (holder.kind) {
    case 'member':
      return <p>{holder.name === null ? t('someone') : t('member', { name: holder.name })}</p>;
    case 'nobody':
    case 'badge':
    case 'unavailable':
      return <p className="text-ink-soft">{t(holder.kind)}</p>;
  }
}
