import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { purposeOf } from '#platform/http/console/account/passkey-routes.ts';
import type { PasskeyMistake } from '#platform/http/console/account/words.ts';
import { answerQuestion, readAnswer, readAsked } from '#platform/http/console/shell/challenge.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { addPasskeyPath, requireOwner } from '#platform/http/console/shell/guards.ts';
import { readBrowserName } from '#platform/http/console/shell/known-browser.ts';
import { formatInstant } from '#platform/http/console/shell/language.ts';
import { pageOr } from '#platform/http/console/shell/page-or.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import type { SignInWork } from '#platform/services/owners/attempts.ts';
import { addPasskey, beginPasskey } from '#platform/services/owners/passkeys.ts';
import { findMissingProof } from '#platform/services/owners/reauthenticate.ts';
import type { SignedInOwner } from '#platform/services/owners/sessions.ts';
import { newPasskey } from '#shared/webauthn/messages.ts';
import { questionPath, renderAddPasskey } from './page.ts';
import { addPasskeyWords } from './words.ts';

/** The page that asks for the passkey that the platform requires: the only one of a session that waits for it. */
export function addPasskeyRoutes(work: SignInWork): Hono<ConsoleEnv> {
  /** Whoever has just signed in. Later, the password is asked for again: by the account's page, or by another sign-in. */
  const recentOwner = async (c: Context<ConsoleEnv>): Promise<SignedInOwner | null> => {
    const owner = c.get('waitingOwner') ?? c.get('owner');
    return owner && (await findMissingProof(work, owner)) === null ? owner : null;
  };
  const show = (
    c: Context<ConsoleEnv>,
    { passkeyDueAt }: SignedInOwner,
    { to, mistake }: { to: string; mistake?: PasskeyMistake },
  ) => {
    const language = c.get('language');
    if (passkeyDueAt === null) return c.redirect(to, 303);
    const until = formatInstant(passkeyDueAt, language, c.get('gym').timeZone);
    return showPage(c, {
      title: addPasskeyWords[language].title,
      body: renderAddPasskey(language, { to, until, isDue: c.get('waitingOwner') !== undefined, mistake }),
      status: mistake ? 422 : 200,
      isNarrow: true,
      usesPasskeys: true,
      place: `${addPasskeyPath}?to=${encodeURIComponent(to)}`,
    });
  };

  const requireSession = createMiddleware<ConsoleEnv>(async (c, next) =>
    c.get('waitingOwner') ? next() : requireOwner(c, next),
  );

  return new Hono<ConsoleEnv>()
    .use(addPasskeyPath, requireSession)
    .use(questionPath, requireSession)
    .get(addPasskeyPath, async (c) => {
      const to = pageOr(c.req.query('to'));
      const owner = await recentOwner(c);
      if (owner) return show(c, owner, { to });
      return c.redirect(c.get('owner') ? '/console/account' : `/console/sign-in?to=${encodeURIComponent(to)}`, 303);
    })
    .post(questionPath, async (c) => {
      const owner = await recentOwner(c);
      if (!owner) return c.body(null, 403);
      return answerQuestion(c, work, purposeOf(owner), (asked) => beginPasskey(work, owner, asked));
    })
    .post(addPasskeyPath, async (c) => {
      const form = await readForm(c);
      const to = pageOr(form.text('to'));
      const owner = await recentOwner(c);
      if (!owner) return c.redirect(`${addPasskeyPath}?to=${encodeURIComponent(to)}`, 303);
      const passkey = readAnswer(form, newPasskey);
      const asked = readAsked(c, work, { purpose: purposeOf(owner), answer: passkey });
      const outcome = await addPasskey(work, owner, { ...asked, passkey, browser: readBrowserName(c) });
      work.log.info({ ownerId: owner.ownerId, outcome }, 'an owner adds the required passkey');
      return outcome === 'added' ? c.redirect(to, 303) : show(c, owner, { to, mistake: outcome });
    });
}
