import { type Context, Hono } from 'hono';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { ownerOf } from '#platform/http/console/shell/guards.ts';
import { readBrowserName } from '#platform/http/console/shell/known-browser.ts';
import { formatInstant } from '#platform/http/console/shell/language.ts';
import { keepSessionToken } from '#platform/http/console/shell/session-cookie.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import type { SignInWork } from '#platform/services/owners/attempts.ts';
import { changePassword } from '#platform/services/owners/change-password.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '#platform/services/owners/own-sessions.ts';
import { listOwnPasskeys, signsIn } from '#platform/services/owners/passkeys.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { renderAccount } from './page.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { accountWords, type Done, type PasswordMistake } from './words.ts';

/** What owners set for themselves: password, passkeys and sessions. */
export function accountRoutes(work: SignInWork): Hono<ConsoleEnv> {
  const { log } = work;
  const show = async (c: Context<ConsoleEnv>, mistake?: PasswordMistake) => {
    const [language, owner] = [c.get('language'), ownerOf(c)];
    const words = accountWords[language];
    const body = renderAccount(words, {
      hasPassword: owner.hasPassword,
      mistake,
      passkeys: await listOwnPasskeys(work, owner),
      sessions: await listOwnSessions(work, owner),
      format: (instant) => formatInstant(instant, language, c.get('gym').timeZone),
    });
    return showPage(c, { title: words.title, body, notice: noticeOf(c), status: mistake ? 422 : 200 });
  };
  const lead = (c: Context<ConsoleEnv>, done: Done) => c.redirect(`/console/account?done=${done}`, 303);

  return new Hono<ConsoleEnv>()
    .get('/console/account', (c) => show(c))
    .post('/console/account/password', async (c) => {
      const { text } = await readForm(c);
      const [current, next] = [text('current'), text('next')];
      if (next !== text('again')) return show(c, 'different');
      const owner = ownerOf(c);
      const change = { current, next, gym: c.get('gym').name, browser: readBrowserName(c) };
      const answer = await changePassword(work, owner, change);
      log.info({ ownerId: owner.ownerId, outcome: answer.kind }, 'an owner changes the password');
      if (answer.kind !== 'changed') return show(c, answer.kind);
      keepSessionToken(c, answer.token);
      const usable = (await listOwnPasskeys(work, owner)).filter(signsIn);
      return lead(c, usable.length > 0 ? 'changedKeepsPasskeys' : 'changed');
    })
    .post('/console/account/sessions/end-others', async (c) => {
      const ended = await endOtherSessions(work, ownerOf(c));
      if (ended > 0) log.info({ ownerId: ownerOf(c).ownerId, ended }, 'an owner ended all other sessions');
      return lead(c, 'othersEnded');
    })
    .post('/console/account/sessions/:id/end', async (c) => {
      const id = c.req.param('id');
      const hasEnded = isUuid(id) && (await endOwnSession(work, ownerOf(c), id));
      if (hasEnded) log.info({ ownerId: ownerOf(c).ownerId }, 'an owner ended a session');
      return lead(c, 'sessionEnded');
    })
    .route('/', passkeyRoutes(work, lead));
}

/** The message about the last action, from the query of the redirect. */
function noticeOf(c: Context<ConsoleEnv>): string | undefined {
  const { done } = accountWords[c.get('language')];
  const said = c.req.query('done') ?? '';
  return Object.hasOwn(done, said) ? done[said as Done] : undefined; // safe because: it is one of its keys
}
