import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';

/** How many members were loaded. Where there is none, the two ways to get some. */
export function MembersLoaded({ count }: { count: number }) {
  const t = useTranslations('gettingStarted.loaded');
  const toGym = useGymPath();
  if (count > 0) return <p className="text-ink-soft tabular-nums">{t('count', { count })}</p>;
  return (
    <>
      <p className="text-ink-soft">{t('none')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton href={toGym('/members')}>{t('add')}</LinkButton>
        <LinkButton href={toGym('/office/migration')}>{t('takeOver')}</LinkButton>
      </div>
    </>
  );
}
