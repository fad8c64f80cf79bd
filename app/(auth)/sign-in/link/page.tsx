import type { Metadata } from 'next';
import { SignInLink } from '#app/(auth)/_components/sign-in-link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { readPasskeys } from '#lib/server/auth/passkeys/find-passkeys.ts';
import { findSignInLink } from '#lib/server/auth/sign-in-link.ts';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';

export const dynamic = 'force-dynamic';
export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('signIn') });

/** Opening it does not consume the link: mail scanners that open links sign in nobody. */
export default async function SignInLinkPage({
  searchParams,
}: {
  searchParams: Promise<{ token?: string | string[] }>;
}) {
  const t = await getTranslations('signInLink');
  const { token } = await searchParams;
  const person = typeof token === 'string' ? await findSignInLink(runningDesk(), token) : null;
  return (
    <section className="mx-auto grid w-full max-w-md gap-6 rounded-lg border border-line bg-surface p-6">
      <h1 className="font-bold text-3xl tracking-tight">{t('title')}</h1>
      <p className="text-ink-soft">
        {person ? t(person.passwordHash === null ? 'welcome' : 'text', { name: person.name }) : t('invalid')}
      </p>
      {!person && <LinkButton href="/sign-in">{t('toSignIn')}</LinkButton>}
      {person && typeof token === 'string' && (
        <SignInLink
          token={token}
          hasPassword={person.passwordHash !== null}
          hasPasskeys={(await readPasskeys(runningDesk().db, person.id)).length > 0}
        />
      )}
    </section>
  );
}
