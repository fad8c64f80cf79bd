import { listOwnSessions } from '#lib/server/account/own-sessions.ts';
import { readLastPage } from '#lib/server/auth/open-page.ts';
import { noteActivity } from '#lib/server/auth/session/sessions.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { shortestPassword } from '#shared/password/password.ts';
import { PasswordSection } from './_components/password-section.tsx';
import { SessionsSection } from './_components/sessions-section.tsx';

/** What each person sets for themselves: the password, and where they are signed in. */
export default async function AccountPage() {
  const context = await readLastPage();
  noteActivity(context.desk, context.session);
  const t = await getTranslations('account');
  return (
    <main className="page grid max-w-3xl gap-5">
      <h1 className="font-bold text-3xl tracking-tight">{t('title')}</h1>
      <PasswordSection hasPassword={context.staff.passwordHash !== null} shortestPassword={shortestPassword} />
      <SessionsSection sessions={await listOwnSessions(context)} timeZone={context.actor.location.timeZone} />
    </main>
  );
}
