import { Hono } from 'hono';
import { findRelyingParty, issueChallenge } from '#platform/http/console/shell/challenge.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { ownerOf } from '#platform/http/console/shell/guards.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { listUsablePasskeys } from '#platform/services/owners/passkeys.ts';
import { questionOf } from '#shared/passkeys/use-passkey.ts';
import { questionPath } from './page.ts';
import { purposeOf } from './require-recent.ts';

/** The question for a passkey of the owner; 409 at an address without passkeys. */
export const reauthenticationRoutes = (dependencies: Dependencies): Hono<ConsoleEnv> =>
  new Hono<ConsoleEnv>().post(questionPath, async (c) => {
    const party = findRelyingParty(c);
    if (!party) return c.body(null, 409);
    const owner = ownerOf(c);
    const passkeys = await dependencies.db.transaction((sql) => listUsablePasskeys(sql, c.get('ownerRules'), owner));
    const challenge = issueChallenge(c, dependencies, purposeOf(owner));
    return c.json(await questionOf({ party, challenge, passkeys }));
  });
