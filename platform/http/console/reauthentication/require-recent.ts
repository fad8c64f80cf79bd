import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { readProof } from '#platform/http/console/shell/challenge.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { type Form, readForm } from '#platform/http/console/shell/form.ts';
import { ownerOf } from '#platform/http/console/shell/guards.ts';
import { holdForm, readHeldForm } from '#platform/http/console/shell/held-form.ts';
import { entryOf } from '#platform/http/console/shell/navigation.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import type { SignInWork } from '#platform/services/owners/attempts.ts';
import { findMissingProof, type Means, reauthenticate } from '#platform/services/owners/reauthenticate.ts';
import type { SignedInOwner } from '#platform/services/owners/sessions.ts';
import { renderReauthentication } from './page.ts';
import { reauthenticationWords } from './words.ts';

/** What the challenge of a passkey is for here. */
export const purposeOf = ({ session }: SignedInOwner) => ({ kind: 'reauthenticate', of: session.id }) as const;

/**
 * For a form that gives somebody access: an owner who has not proved who they are within the last minutes is asked before, and the
 * form waits. A screen that somebody left open must not give away access.
 */
export const requireRecent = (work: SignInWork) =>
  createMiddleware<ConsoleEnv>(async (c, next) => {
    const posted = await readForm(c);
    const waiting = await readHeldForm(c);
    const means = await findMissingProof(work, ownerOf(c));
    if (means) {
      const given = readGiven(c, work, posted);
      if (!given) return ask(c, { means, waiting });
      const outcome = await reauthenticate(work, ownerOf(c), given);
      if (outcome === 'tooManyAttempts') return ask(c, { means, waiting, mistake: outcome });
      const mistake = 'password' in given ? 'wrongPassword' : 'wrongPasskey';
      if (outcome === 'wrong') return ask(c, { means, waiting, mistake });
    }
    c.set('waitedForm', waiting);
    return next();
  });

function readGiven(c: Context<ConsoleEnv>, work: SignInWork, posted: Form) {
  if (posted.text('held') === '') return undefined;
  if (posted.text('answer') !== '') return readProof(c, work, purposeOf(ownerOf(c)), posted);
  const password = posted.text('own-password');
  return password === '' ? undefined : { password };
}

interface Asked {
  means: Means;
  waiting: Form;
  mistake?: 'wrongPassword' | 'wrongPasskey' | 'tooManyAttempts';
}

const statusOf = { wrongPassword: 422, wrongPasskey: 422, tooManyAttempts: 429 } as const;

function ask(c: Context<ConsoleEnv>, { means, waiting, mistake }: Asked) {
  const language = c.get('language');
  const back = entryOf(c.req.path)?.path ?? '/console';
  return showPage(c, {
    title: reauthenticationWords[language].title,
    body: renderReauthentication(language, { means, action: c.req.path, held: holdForm(c, waiting), back, mistake }),
    status: mistake ? statusOf[mistake] : 200,
    isNarrow: true,
    cannotReload: true,
    usesPasskeys: means.hasPasskey,
  });
}
