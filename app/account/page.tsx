import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { listOwnPasskeys } from '#lib/server/account/own-passkeys.ts';
import { listOwnSessions } from '#lib/server/account/own-sessions.ts';
import { readLastPage } from '#lib/server/auth/open-page.ts';
import { isPasskeyRequired } from '#lib/server/auth/passkeys/find-passkeys.ts';
import { noteActivity } from '#lib/server/auth/session/sessions.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { PasskeysSection } from './_components/passkeys-section.tsx';
import { PasswordSection } from './_components/password-section.tsx';
import { SessionsSection } from './_components/sessions-section.tsx';

/** What each person sets for themselves: the password, and where they are signed in. */
export default async function AccountPage() {
  const context = await readLastPage();
  noteActivity(context.desk, context.session);
  const { timeZone } = context.actor.location;
  const t = await getTranslations('account');
  const passkeys = await listOwnPasskeys(context);
  return (
    <main className="page grid max-w-3xl gap-5">
      <h1 className="font-bold text-3xl tracking-tight">{t('title')}</h1>
      <SectionBoundary title={t('password.title')} isOfPage>
        <PasswordSection hasPassword={context.staff.passwordHash !== null} passkeys={passkeys} />
      </SectionBoundary>
      <SectionBoundary title={t('passkeys.title')} isOfPage>
        <PasskeysSection
          passkeys={passkeys}
          isRequired={await isPasskeyRequired(context.desk.db, context.desk, context.staff)}
          timeZone={timeZone}
        />
      </SectionBoundary>
      <SectionBoundary title={t('sessions.title')} isOfPage>
        <SessionsSection sessions={await listOwnSessions(context)} timeZone={timeZone} />
      </SectionBoundary>
    </main>
  );
}
