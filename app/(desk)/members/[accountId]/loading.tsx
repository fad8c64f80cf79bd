import { getTranslations } from 'next-intl/server';
import { Spinner } from '#components/ui/spinner.tsx';

/** Shown only once it is a wait: most members are there before. */
export default async function MemberLoading() {
  const t = await getTranslations('profile');
  return (
    <main className="mx-auto flex max-w-7xl animate-appear-late items-center gap-3 p-6 text-ink-soft" aria-busy>
      <Spinner /> {t('loading')}
    </main>
  );
}
