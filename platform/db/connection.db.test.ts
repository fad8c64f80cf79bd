import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notFound } from '#platform/base/errors.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { openDatabase } from './client.ts';

const platform = startTestPlatform();

async function readSetting(): Promise<string | undefined> {
  const db = openDatabase({ url: platform.url });
  try {
    const statement = { name: 'show_commit', text: "SELECT current_setting('synchronous_commit') AS setting" };
    return (await db.find<{ setting: string }>(statement, []))[0]?.setting;
  } finally {
    await db.close();
  }
}

test.each([
  ['off', 'on'],
  ['local', 'on'],
  ['remote_apply', 'remote_apply'],
])('with synchronous_commit "%s" on the server, the platform’s connections use "%s"', async (ofServer, ofSession) => {
  const name = new URL(platform.url).pathname.slice(1);
  await platform.rows(`ALTER DATABASE "${name}" SET synchronous_commit = ${ofServer}`);
  expect(await readSetting()).toBe(ofSession);
});

test('a request that a rule refuses keeps its connection for the next one, and one whose connection the server ends does not', async () => {
  const db = openDatabase({ url: platform.url, maxConnections: 1 });
  const pid = sql`SELECT pg_backend_pid() AS pid`;
  const readPid = () => db.read(async (tx) => (await tx.execute<{ pid: number }>(pid)).rows[0]?.pid);
  try {
    const first = await readPid();
    const refused = db.transaction(async () => {
      throw notFound('ACCOUNT');
    });
    await expect(refused).rejects.toMatchObject({ code: 'notFound' });
    expect(await readPid()).toBe(first);
    const ended = db.read(async (tx) => {
      await platform.rows('SELECT pg_terminate_backend($1)', [first]);
      await tx.execute(pid);
    });
    await expect(ended).rejects.toThrow();
    expect(await readPid()).not.toBe(first);
  } finally {
    await db.close();
  }
});
