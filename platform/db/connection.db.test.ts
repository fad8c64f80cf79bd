import { expect, test } from 'vitest';
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
