import { type Context, Hono } from 'hono';
import { permissions } from '#contracts/v2/operations.ts';
import { notFound } from '#platform/base/errors.ts';
import { requireRecent } from '#platform/http/console/reauthentication/require-recent.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import { setFlashSecret, takeFlashSecret } from '#platform/http/console/shell/shown-once.ts';
import { renewAccessToken } from '#platform/services/access-tokens/renew.ts';
import { revokeApiKey } from '#platform/services/api-keys/revoke.ts';
import type { SignInWork } from '#platform/services/owners/attempts.ts';
import { createOwnersKey } from '#platform/services/owners/create-key.ts';
import { listCredentials } from '#platform/services/owners/list-credentials.ts';
import { showSecret } from './new-secret-page.ts';
import { type RefusedKey, renderKeys } from './page.ts';
import { askRenew, askRevoke } from './questions.ts';
import { keysWords } from './words.ts';

async function showKeys(c: Context<ConsoleEnv>, refused?: RefusedKey) {
  const [language, { timeZone }] = [c.get('language'), c.get('gym')];
  const words = keysWords[language];
  const credentials = await listCredentials(c.get('call'));
  const notice = c.req.query('done') === 'revoked' ? words.done.revoked : undefined;
  const body = renderKeys(language, { credentials, timeZone, refused });
  return showPage(c, { title: words.title, body, notice, status: refused ? 422 : 200 });
}

/** Lists, creates and revokes the gym's credentials. Secrets are shown once. */
export const keyRoutes = (work: SignInWork): Hono<ConsoleEnv> =>
  new Hono<ConsoleEnv>()
    .get('/console/keys', (c) => showKeys(c))
    .post('/console/keys', requireRecent(work), async (c) => {
      const { all } = await readForm(c);
      const allowed = permissions.filter((permission) => all('permission').includes(permission));
      if (allowed.length === 0) return showKeys(c, { mistake: 'nothingChosen', permissions: [] });
      const { db, ...call } = c.get('call');
      const made = await db.transaction((sql) => createOwnersKey({ ...call, sql }, { ...call, permissions: allowed }));
      if (made.kind !== 'created') return showKeys(c, { mistake: made.kind, permissions: allowed });
      setFlashSecret(c, { kind: 'apiKey', value: made.apiKey });
      return c.redirect('/console/keys/new', 303);
    })
    .get('/console/keys/new', (c) => showPage(c, showSecret(c.get('language'), takeFlashSecret(c))))
    .get('/console/keys/token', async (c) => {
      const { accessToken } = await listCredentials(c.get('call'));
      return showPage(c, askRenew(c.get('language'), accessToken.createdAt !== null));
    })
    .post('/console/keys/token', requireRecent(work), async (c) => {
      const { db, ...call } = c.get('call');
      const { legacyGymId, accessToken } = await db.transaction((sql) => renewAccessToken({ ...call, sql }, call));
      setFlashSecret(c, { kind: 'accessToken', value: accessToken, legacyGymId });
      return c.redirect('/console/keys/new', 303);
    })
    .get('/console/keys/:keyId/revoke', async (c) => {
      const { apiKeys } = await listCredentials(c.get('call'));
      const key = apiKeys.find(({ keyId, revokedAt }) => keyId === c.req.param('keyId') && revokedAt === null);
      if (!key) throw notFound('UNKNOWN');
      const view = { language: c.get('language'), timeZone: c.get('gym').timeZone };
      return showPage(c, askRevoke(view, key));
    })
    .post('/console/keys/:keyId/revoke', requireRecent(work), async (c) => {
      const { db, ...call } = c.get('call');
      const key = { keyId: c.req.param('keyId'), gymId: call.gymId };
      const revoked = await db.transaction((sql) => revokeApiKey({ ...call, sql }, key));
      if (!revoked) throw notFound('UNKNOWN');
      return c.redirect('/console/keys?done=revoked', 303);
    });
