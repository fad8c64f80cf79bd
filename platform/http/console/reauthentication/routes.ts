import { Hono } from 'hono';
import { answerQuestion } from '#platform/http/console/shell/challenge.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { ownerOf } from '#platform/http/console/shell/guards.ts';
import type { SignInWork } from '#platform/services/owners/attempts.ts';
import { listUsablePasskeys } from '#platform/services/owners/passkeys.ts';
import { questionOf } from '#shared/passkeys/use-passkey.ts';
import { questionPath } from './page.ts';
import { purposeOf } from './require-recent.ts';

/** The question for a passkey of the owner. */
export const reauthenticationRoutes = (work: SignInWork): Hono<ConsoleEnv> =>
  new Hono<ConsoleEnv>().post(questionPath, (c) => {
    const owner = ownerOf(c);
    return answerQuestion(c, work, purposeOf(owner), async (asked) => {
      const passkeys = await work.db.read((sql) => listUsablePasskeys(sql, work.rules, owner));
      return questionOf({ ...asked, passkeys });
    });
  });
