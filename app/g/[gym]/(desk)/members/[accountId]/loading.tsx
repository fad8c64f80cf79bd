import { Spinner } from '#components/ui/spinner.tsx';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';

/** Appears with a delay: most members load faster. */
export default async function MemberLoading() {
  const t = await getTranslations('profile');
  return (
    <main className="page flex animate-appear-late items-center gap-3 text-ink-soft" aria-busy>
      <Spinner /> {t('loading')}
    </main>
  );
}
