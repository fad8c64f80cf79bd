import { beforeEach, expect, test } from 'vitest';
import { runAdmin } from '#platform/admin/main.ts';
import { createPlatformSeal } from '#platform/base/seal.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { startPlatform } from '#platform/main.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';
import { addCanary } from './canary.ts';
import { checkSecret } from './check-secret.ts';

const platform = startTestPlatform();
const [first, second] = ['the secret of the first start, long enough', 'the secret of another .env, long enough'];
const refusal = /^PLATFORM_SECRET is not the one [^\n]*$/;

beforeEach(async () => {
  await platform.rows('DELETE FROM webhooks');
  await platform.rows('DELETE FROM secret_canary');
});

async function startWith(secret: string, previousSecret = ''): Promise<void> {
  const settings = { PLATFORM_DATABASE_URL: platform.url, PLATFORM_PORT: '0', LOG_LEVEL: 'silent' };
  const started = startPlatform({ ...settings, PLATFORM_SECRET: secret, PLATFORM_SECRET_PREVIOUS: previousSecret });
  await (await started).stop();
}

async function reseal(secret: string, previousSecret: string | undefined, ...options: string[]) {
  let mistake = '';
  const exitCode = await runAdmin(['reseal', ...options], {
    databaseUrl: platform.url,
    readSecrets: () => ({ secret, previousSecret }),
    write: () => {},
    writeError: (text) => {
      mistake += text;
    },
  });
  return { exitCode, mistake: mistake.trimEnd() };
}

const canaries = () => platform.rows<{ sealed: string }>('SELECT sealed FROM secret_canary');

async function addWebhook(secret: string): Promise<void> {
  const gym = await platform.newGym();
  const { body } = await gym.ask('createWebhook', { body: { url: 'https://desk.example.com/hook', secret: 'told' } });
  const sealed = createPlatformSeal(secret).close('told', `${gym.chainId}/${gym.gymId}`);
  await platform.rows('UPDATE webhooks SET secret = $2 WHERE webhook_id = $1', [body.id, sealed]);
}

test('a start with another PLATFORM_SECRET is refused in one sentence, until reseal has changed it', async () => {
  await startWith(first);
  const sealed = await canaries();
  await expect(startWith(second)).rejects.toThrow(refusal);
  await startWith(second, first);
  expect(await canaries()).toEqual(sealed); // other processes may still know the first one only
  expect(await reseal(second, first)).toEqual({ exitCode: 0, mistake: '' });
  await startWith(second);
  await expect(startWith(first)).rejects.toThrow(refusal);
});

test('a database from before this check is refused while none of its secrets opens, and then keeps the right secret', async () => {
  await addWebhook(first);
  await expect(startWith(second)).rejects.toThrow(refusal);
  expect(await canaries()).toEqual([]);
  await addWebhook('a secret that was lost long ago, long enough');
  await startWith(first);
  await platform.rows('DELETE FROM webhooks');
  await expect(startWith(second)).rejects.toThrow(refusal);
});

test('of two first starts with different secrets the second is refused, also where it looked before the first was done', async () => {
  const open = () => openOperatorDatabase({ url: platform.url, maxConnections: 1 });
  const databases = [open(), open()] as const;
  const [sealed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const starting = databases[0].transaction(async (sql) => {
    await addCanary(sql, createPlatformSeal(first));
    sealed.resolve();
    await released.promise;
  });
  await sealed.promise;
  const checks = Promise.allSettled([checkSecret(databases[1], createPlatformSeal(second))]);
  // it has seen no canary, and waits for the one that is being added
  await until(async () => {
    const waiting = await platform.rows(`SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'transactionid' AND NOT granted AND datname = current_database()`);
    expect(waiting).toHaveLength(1);
  }).finally(released.resolve);
  await starting;
  expect(await checks).toMatchObject([{ status: 'rejected', reason: { message: expect.stringMatching(refusal) } }]);
  await expect(checkSecret(databases[0], createPlatformSeal(first))).resolves.toBeUndefined();
  await Promise.all(databases.map((database) => database.close()));
});

test('reseal under a secret that is not that of the database changes nothing, unless that one is lost', async () => {
  await addWebhook(first);
  await startWith(first);
  const read = async () => [await canaries(), await platform.rows('SELECT secret FROM webhooks')];
  const before = await read();
  expect(await reseal(second, undefined)).toEqual({ exitCode: 1, mistake: expect.stringMatching(refusal) });
  expect(await read()).toEqual(before);
  expect(await reseal(second, undefined, '--secret-is-lost')).toEqual({ exitCode: 0, mistake: '' });
  await startWith(second);
});
