import type { Metadata } from 'next';
import { SignIn } from '#app/(auth)/_components/sign-in.tsx';
import { DemoCards } from '#components/check-in/demo-cards.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { takesBadges } from '#lib/server/auth/badge/takes-badges.ts';
import { isSignedIn } from '#lib/server/auth/is-signed-in.ts';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { readDemoCards } from '#lib/server/demo/read-demo-cards.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';

export const dynamic = 'force-dynamic';
export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('signIn') });

export default async function SignInPage() {
  const t = await getTranslations();
  const desk = runningDesk();
  const [cards, hasBadges] = await Promise.all([readDemoCards(desk.db), takesBadges(desk)]);
  const hasCards = cards.length > 0;
  return (
    <div className={hasCards ? 'grid items-start gap-8 lg:grid-cols-[22rem_minmax(0,1fr)]' : 'mx-auto w-full max-w-sm'}>
      <section className="grid gap-6 rounded-lg border border-line bg-surface p-6">
        <div>
          <p className="font-bold text-accent">{t('app.name')}</p>
          <h1 className="font-bold text-3xl tracking-tight">{t('signIn.title')}</h1>
        </div>
        <SignIn takesBadges={hasBadges} isSignedIn={await isSignedIn()} />
      </section>
      <SectionBoundary title={t('demo.title')}>
        <DemoCards cards={cards} />
      </SectionBoundary>
    </div>
  );
}
