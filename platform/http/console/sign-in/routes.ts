import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { notFound } from '#platform/base/errors.ts';
import { answerQuestion, readProof } from '#platform/http/console/shell/challenge.ts';
import { setCookie } from '#platform/http/console/shell/cookies.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { addPasskeyPath } from '#platform/http/console/shell/guards.ts';
import {
  readBrowser,
  readBrowserName,
  readBrowserOfAnybody,
  rememberBrowser,
} from '#platform/http/console/shell/known-browser.ts';
import { isLanguage, languageCookie, languageKeptS } from '#platform/http/console/shell/language.ts';
import { pageOr } from '#platform/http/console/shell/page-or.ts';
import { dropSessionToken, keepSessionToken, readSessionToken } from '#platform/http/console/shell/session-cookie.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import { requireLocalClient } from '#platform/http/require-local-client.ts';
import type { SignInWork } from '#platform/services/owners/attempts.ts';
import { endSession } from '#platform/services/owners/sessions.ts';
import { type SignInAnswer, signInByLink, signInOwner } from '#platform/services/owners/sign-in.ts';
import { signInByPasskey } from '#platform/services/owners/sign-in-by-passkey.ts';
import { canRequirePasskey } from '#shared/passkeys/relying-party.ts';
import { questionOf } from '#shared/passkeys/use-passkey.ts';
import { addressOf } from '#shared/sign-in/browser.ts';
import { failSlowly } from '#shared/sign-in/fail-slowly.ts';
import { openSignInLanes } from '#shared/sign-in/sign-in-lanes.ts';
import { questionPath, renderSecondStep, renderSignIn, type SignInForm } from './page.ts';
import { signInWords } from './words.ts';

/** The same question for everybody: it names no owner, so nobody learns who has an account. */
const purpose = { kind: 'signIn', of: '' } as const;

/** What a sign-in was tried with. */
interface Sent {
  email?: string;
  to: string;
  by: 'password' | 'passkey';
}

/** Sign-in, sign-out and choice of language. Needs no session. */
export function signInRoutes(work: SignInWork): Hono<ConsoleEnv> {
  const { db, log, rules } = work;
  const inLane = openSignInLanes();
  const show = (c: Context<ConsoleEnv>, form: SignInForm, status: 200 | 422 | 429 = 200) =>
    showPage(c, {
      title: signInWords[c.get('language')].title,
      body: renderSignIn(c.get('language'), form),
      status,
      isNarrow: true,
      usesPasskeys: true,
      place: `/console/sign-in?to=${encodeURIComponent(form.to)}`,
    });
  const endOwnSession = async (c: Context<ConsoleEnv>) => {
    const token = readSessionToken(c);
    if (token !== undefined) await endSession(db, token);
  };
  /** Starting a session ends an earlier session of this browser. */
  const keep = async (c: Context<ConsoleEnv>, token: string) => {
    await endOwnSession(c);
    keepSessionToken(c, token);
  };

  const follow = async (c: Context<ConsoleEnv>, answer: SignInAnswer | { kind: 'busy' }, sent: Sent) => {
    const ownerId = 'ownerId' in answer ? answer.ownerId : undefined;
    const { email = '', to, by } = sent;
    log.info({ requestId: c.get('requestId'), by, outcome: answer.kind, ownerId }, 'sign-in of an owner');
    switch (answer.kind) {
      case 'tooManyAttempts':
      case 'busy':
        return show(c, { email, to, mistake: answer.kind }, 429);
      case 'wrong':
        return show(c, { email, to, mistake: by === 'passkey' ? 'wrongPasskey' : 'wrong' }, 422);
      case 'passkeyNeeded':
        return showPage(c, {
          title: signInWords[c.get('language')].secondStepTitle,
          body: renderSecondStep(c.get('language'), to),
          isNarrow: true,
          cannotReload: true,
          usesPasskeys: true,
        });
      case 'signedIn':
        await keep(c, answer.token);
        rememberBrowser(c, work, answer.email);
        return c.redirect(answer.lacksPasskey ? `${addPasskeyPath}?to=${encodeURIComponent(to)}` : to, 303);
    }
  };

  return new Hono<ConsoleEnv>()
    .get('/console/sign-in', (c) => {
      const to = pageOr(c.req.query('to'));
      return c.get('owner') ? c.redirect(to, 303) : show(c, { email: '', to });
    })
    .post('/console/sign-in', async (c) => {
      const form = await readForm(c);
      const [email, to] = [form.text('email').slice(0, 320), pageOr(form.text('to'))];
      const password = form.text('password');
      const browser = readBrowser(c, work, addressOf(email));
      const canRequire = canRequirePasskey(rules.publicUrl, c.req.header('origin') ?? null);
      const attempted = { email, password, browserName: readBrowserName(c), canRequirePasskey: canRequire };
      const signIn = () => inLane(browser, () => signInOwner(work, attempted, browser));
      return follow(c, await failSlowly(browser, signIn, rules.soonestFailureMs), { email, to, by: 'password' });
    })
    .post(questionPath, (c) => answerQuestion(c, work, purpose, questionOf))
    .post('/console/sign-in/passkey', async (c) => {
      const form = await readForm(c);
      const browser = readBrowserOfAnybody(c, work);
      const given = { ...readProof(c, work, purpose, form), browserName: readBrowserName(c) };
      const signIn = () => inLane(browser, () => signInByPasskey(work, given, browser));
      const answer = await failSlowly(browser, signIn, rules.soonestFailureMs);
      return follow(c, answer, { to: pageOr(form.text('to')), by: 'passkey' });
    })
    .get('/console/link/:token', requireLocalClient, async (c) => {
      if (!rules.redeemLink) throw notFound('UNKNOWN');
      const token = await signInByLink(work, c.req.param('token'), readBrowserName(c));
      if (token !== undefined) await keep(c, token);
      if (token !== undefined || c.get('owner')) return c.redirect('/console', 303);
      const words = signInWords[c.get('language')];
      return showPage(c, { title: words.usedLinkTitle, body: html`<p>${words.usedLink}</p>`, status: 404 });
    })
    .post('/console/sign-out', async (c) => {
      await endOwnSession(c);
      dropSessionToken(c);
      return c.redirect('/console/sign-in', 303);
    })
    .post('/console/language', async (c) => {
      const form = await readForm(c);
      const language = form.text('language');
      if (isLanguage(language)) setCookie(c, languageCookie, language, languageKeptS);
      return c.redirect(pageOr(form.text('to')), 303);
    });
}
