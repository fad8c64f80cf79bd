import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Reauthentication } from '#app/_components/reauthentication.tsx';
import { AddPasskey } from '#app/(auth)/_components/add-passkey.tsx';
import { readPageOfPasskey } from '#lib/server/auth/open-page.ts';
import { lacksPasskey } from '#lib/server/auth/passkeys/find-passkeys.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { nextAfterSignIn } from '#lib/wire/gym-path.ts';
import { isAllowed } from '#lib/wire/permissions.ts';

export const dynamic = 'force-dynamic';
export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('addPasskey'))('title'),
});

/** Where whoever needs a passkey is led: the only page of a session that waits for it. */
export default async function AddPasskeyPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>;
}) {
  const t = await getTranslations('addPasskey');
  const { desk, staff, session, actor } = await readPageOfPasskey();
  const next = nextAfterSignIn([(await searchParams).next].flat()[0]);
  if (!(await lacksPasskey(desk.db, desk, staff))) redirect(next);
  return (
    <section className="mx-auto grid w-full max-w-md gap-6 rounded-lg border border-line bg-surface p-6">
      <h1 className="font-bold text-3xl tracking-tight">{t('title')}</h1>
      <p className="text-ink-soft">{t('text')}</p>
      <AddPasskey
        next={next}
        givesAccess={isAllowed(staff.role, 'manageLocation')}
        dueAt={staff.passkeyDueAt?.toISOString() ?? null}
        isDue={session.awaitsPasskey}
        timeZone={actor.location.timeZone}
      />
      <Reauthentication />
    </section>
  );
}
