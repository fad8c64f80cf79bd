import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import { createTestOwner, ownerPassword } from '#platform/testing/console.ts';
import { ownerRules } from '#platform/testing/owner-rules.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';
import { changePassword } from './change-password.ts';
import { signInOwner } from './sign-in.ts';

const platform = startTestPlatform();
const work = () => ({
  db: platform.db,
  clock: () => platform.time.now,
  ids: randomIds,
  log: createLog('silent'),
  rules: ownerRules,
});

/** Replaces the password in a transaction that ends when something else waits for it. */
async function replacePasswordDuring<T>(email: string, start: () => Promise<T>): Promise<T> {
  const replacing = new pg.Client({ connectionString: platform.url });
  await replacing.connect();
  try {
    await replacing.query('BEGIN');
    await replacing.query("UPDATE owners SET password_hash = 'another' WHERE email = $1", [email]);
    const started = start();
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    // the waiting sign-in has verified the old password; without the guard nothing would wait
    await until(async () => expect(await platform.rows(waiting)).toHaveLength(1));
    await replacing.query('COMMIT');
    return await started;
  } finally {
    await replacing.end();
  }
}

const browser = { deviceId: null, clientAddress: '192.0.2.1' };

const sessionsOf = (email: string) =>
  platform.rows('SELECT FROM owner_sessions JOIN owners USING (owner_id) WHERE email = $1', [email]);

test('a password that is replaced while it is verified does not sign in', async () => {
  const email = await createTestOwner(platform, await platform.newGym());
  const credentials = { email, password: ownerPassword, browserName: null, canRequirePasskey: false };
  const answer = await replacePasswordDuring(email, () => signInOwner(work(), credentials, browser));
  expect([answer, await sessionsOf(email)]).toEqual([{ kind: 'wrong' }, []]);
});

test('a password that is replaced while its owner changes it stays as it was set last', async () => {
  const gym = await platform.newGym();
  const email = await createTestOwner(platform, gym);
  const [owner] = await platform.rows<{ owner_id: string }>('SELECT owner_id FROM owners WHERE email = $1', [email]);
  const session = { id: randomUUID(), activeAt: platform.time.now, authenticatedAt: null, isOneFactor: false };
  const signedIn = { ...gym, email, ownerId: owner?.owner_id ?? '', hasPassword: true, passkeyDueAt: null, session };
  const change = { current: ownerPassword, next: 'a better horse battery', gym: 'Our gym', browser: null };
  const answer = await replacePasswordDuring(email, () => changePassword(work(), signedIn, change));
  expect(answer).toEqual({ kind: 'wrong' });
  const stored = await platform.rows('SELECT password_hash FROM owners WHERE email = $1', [email]);
  expect(stored).toEqual([{ password_hash: 'another' }]);
});
