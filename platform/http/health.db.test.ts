import { expect, test } from 'vitest';
import { openDatabase } from '#platform/db/client.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();

/** A platform that gets requests from another machine over plain HTTP. */
function platformAt(url: string, isStopping = false) {
  const db = openDatabase({ url });
  const app = openProcess({ ...platform, db }, { isStopping: () => isStopping });
  const socket = { remoteAddress: '192.168.1.5' };
  const ask = async (path: string) => {
    const answer = await app.request(path, {}, { incoming: { socket } });
    return [answer.status, await answer.json()];
  };
  // a busy machine may take longer for a new connection than the platform waits
  const isReady = (answer: unknown) => until(async () => expect(await ask('/ready')).toEqual(answer));
  return { ask, isReady, close: db.close };
}

test('a platform with its database and migrations is alive and ready, even over plain HTTP; other requests need HTTPS', async () => {
  const { ask, isReady, close } = platformAt(platform.url);
  expect(await ask('/health')).toEqual([200, { status: 'alive' }]);
  await isReady([200, { status: 'ready' }]);
  for (const path of ['/', '/reference', '/health/more', '/console', '/api/v2/accounts', '/v1/alive', '/nowhere']) {
    expect([path, (await ask(path))[0]]).toEqual([path, 403]);
  }
  await close();
});

test('a platform without its database is alive, and not ready', async () => {
  const { ask, close } = platformAt('postgres://nobody@127.0.0.1:1/none');
  expect(await ask('/health')).toEqual([200, { status: 'alive' }]);
  expect(await ask('/ready')).toEqual([503, { status: 'databaseAway' }]);
  await close();
});

test('a platform whose database lacks a migration, or was migrated by a later version, is not ready', async () => {
  const newest = '(SELECT max(created_at) FROM drizzle.__drizzle_migrations)';
  await platform.rows(
    `UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1 WHERE created_at = ${newest}`,
  );
  const { isReady, close } = platformAt(platform.url);
  await isReady([503, { status: 'notMigrated' }]);
  await platform.rows(
    `UPDATE drizzle.__drizzle_migrations SET created_at = created_at + 2 WHERE created_at = ${newest}`,
  );
  await isReady([503, { status: 'laterVersion' }]);
  await platform.rows(
    `UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1 WHERE created_at = ${newest}`,
  );
  await isReady([200, { status: 'ready' }]);
  await close();
});

test('a platform that shuts down is not ready', async () => {
  const { ask, close } = platformAt('postgres://nobody@127.0.0.1:1/none', true);
  expect(await ask('/ready')).toEqual([503, { status: 'stopping' }]);
  await close();
});
