import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { permissions } from '#contracts/v2/operations.ts';
import { createPlatformSeal } from '#platform/base/seal.ts';
import { openBrowser } from '#platform/testing/console.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { withNewerZone } from '#shared/testing/newer-zone.ts';
import { type AdminOptions, runAdmin } from './main.ts';

const platform = startTestPlatform();

const run = (...argv: string[]) => runWith({}, ...argv);

async function runWith(options: Partial<AdminOptions>, ...argv: string[]) {
  const printed = { answer: '', mistake: '' };
  const exitCode = await runAdmin(argv, {
    ...options,
    databaseUrl: platform.url,
    write: (text) => {
      printed.answer += text;
    },
    writeError: (text) => {
      printed.mistake += text;
    },
  });
  return { exitCode, mistake: printed.mistake, answer: printed.answer && JSON.parse(printed.answer) };
}

const createGym = async (...more: string[]) =>
  (await run('create-gym', '--name', 'West', '--time-zone', 'Europe/Berlin', ...more)).answer;

describe('create-gym', () => {
  test('creates a gym with a key that has every permission and two bookable products', async () => {
    const created = await createGym();
    const answered = ['accessToken', 'apiKey', 'chainId', 'gymId', 'legacyGymId', 'timeZone'];
    expect(Object.keys(created).sort()).toEqual(answered);
    expect(created.legacyGymId).toBeTypeOf('number');
    expect(created.accessToken).toMatch(/^[0-9a-f]{32}$/);
    const products = await platform.askWith(created.apiKey)('listGymProducts');
    expect(products.body).toHaveLength(2);
    const [key] = await platform.rows<{ permissions: string[] }>('SELECT permissions FROM api_keys WHERE gym_id = $1', [
      created.gymId,
    ]);
    expect(key?.permissions).toEqual([...permissions]);
  });

  test('names its products in the requested language', async () => {
    const titlesOf = async (...more: string[]) => {
      const { body } = await platform.askWith((await createGym(...more)).apiKey)('listGymProducts');
      return body.map(({ title }: { title: string }) => title);
    };
    expect(await titlesOf('--locale', 'de')).toEqual(['Kraftgeräte', 'Premium']);
    expect(await titlesOf()).toEqual(['Strength machines', 'Premium']);
  });

  test('stores a time zone by a name that the database knows, and answers it', async () => {
    const { gymId, timeZone } = await createGym('--time-zone', 'US/Pacific-New');
    expect(timeZone).toBe('America/Los_Angeles');
    const { answer } = await run('list-gyms');
    expect(answer).toContainEqual(expect.objectContaining({ gymId, timeZone }));
  });

  test('refuses a time zone that the database knows by no name', async () => {
    const asked = ['create-gym', '--name', 'x', '--time-zone', 'Mars/Base'];
    const { exitCode, mistake } = await withNewerZone('Mars/Base', () => run(...asked));
    expect([exitCode, mistake.trim()]).toEqual([
      1,
      'The time zone is "Mars/Base", which the database does not know: choose another time zone with the same time, or update the package tzdata where PostgreSQL runs.',
    ]);
  });

  test('joins the named chain, and sets the corporate switches', async () => {
    const first = await createGym();
    const second = await createGym('--chain', first.chainId, '--corporate-network', '--plus1');
    const third = await createGym();
    expect(second.chainId).toBe(first.chainId);
    expect(third.chainId).not.toBe(first.chainId);
    const { answer } = await run('list-gyms');
    expect(answer.find(({ gymId }: { gymId: string }) => gymId === second.gymId)).toEqual({
      gymId: second.gymId,
      name: 'West',
      connectivity: 'never',
      lastReceivedAt: null,
      chainId: first.chainId,
      legacyGymId: second.legacyGymId,
      timeZone: 'Europe/Berlin',
      isInCorporateNetwork: true,
      takesPartInPlus1: true,
    });
  });
});

test('renew-token issues a new token of version 1, and revokes the previous one', async () => {
  const gym = await createGym();
  const { answer } = await run('renew-token', '--gym', gym.gymId);
  expect(answer).toEqual({ legacyGymId: gym.legacyGymId, accessToken: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const aliveWith = async (accessToken: string) => {
    const path = `/v1/alive?gymId=${gym.legacyGymId}`;
    const headers = { 'x-access-token': accessToken };
    return (await platform.app.request(path, { method: 'POST', headers })).status;
  };
  expect([await aliveWith(gym.accessToken), await aliveWith(answer.accessToken)]).toEqual([401, 204]);
});

test('create-key grants exactly the named permissions, and revoke-key revokes the key', async () => {
  const gym = await createGym();
  const { answer } = await run('create-key', '--gym', gym.gymId, '--permissions', 'rfids, visits,rfids');
  expect(answer.permissions).toEqual(['rfids', 'visits']);
  const ask = platform.askWith(answer.apiKey);
  expect((await ask('checkin', { path: { accountId: 'x' }, body: {} })).status).toBe(404);
  expect((await ask('listAccounts')).body.errorCode).toBe('missingPermission');
  expect((await run('revoke-key', '--key', answer.keyId)).exitCode).toBe(0);
  const keys = (await run('list-keys', '--gym', gym.gymId)).answer;
  expect(keys).toMatchObject([
    { permissions, revokedAt: null },
    { keyId: answer.keyId, permissions: ['rfids', 'visits'] },
  ]);
  expect(keys[1].revokedAt).toBeTypeOf('string');
  expect((await ask('checkin', { path: { accountId: 'x' }, body: {} })).body.errorCode).toBe('forbiddenAction');
});

test('list-gyms distinguishes gyms that sent a request within 24 hours from others', async () => {
  const [heard, silent] = [await createGym(), await createGym()];
  const heardOf = 'UPDATE access_tokens SET last_received_at = now() - $2::interval WHERE gym_id = $1';
  await platform.rows(heardOf, [heard.gymId, '23 hours']);
  await platform.rows(heardOf, [silent.gymId, '25 hours']);
  const { answer } = await run('list-gyms');
  const states = Object.fromEntries(
    answer.map((gym: { gymId: string; connectivity: string }) => [gym.gymId, gym.connectivity]),
  );
  expect([states[heard.gymId], states[silent.gymId]]).toEqual(['active', 'inactive']);
});

test('issue-tan enables a corporate membership', async () => {
  const gym = await createGym('--corporate-network');
  const { answer } = await run('issue-tan', '--starts', '2026-01-01', '--ends', '2027-01-01', '--plus1');
  expect(answer).toEqual({ tan: expect.stringMatching(/^\d{9}$/) });
  const membership = { membershipType: 'CORPORATE_FITNESS', verificationTAN: answer.tan } as const;
  const created = await platform.askWith(gym.apiKey)('publishAccount', { body: newMember({ membership }) });
  expect(created.status).toBe(201);
});

test('blacklist-email prevents a membership with the address, and stores only its hash', async () => {
  const gym = await createGym();
  const email = `${randomUUID()}@example.org`;
  expect((await run('blacklist-email', '--email', email.toUpperCase())).exitCode).toBe(0);
  const { body } = await platform.askWith(gym.apiKey)('publishAccount', { body: newMember({ email }) });
  expect(body.errorCode).toBe('forbiddenAction');
  expect(JSON.stringify(await platform.rows('SELECT * FROM blacklisted_emails'))).not.toContain(email);
});

test('skip-numbers leaves out the numbers that were given out after the backup', async () => {
  const before = await createGym();
  expect(await run('skip-numbers')).toMatchObject({ exitCode: 0, answer: { numbers: 'skipped' } });
  expect((await createGym()).legacyGymId).toBeGreaterThan(before.legacyGymId + 1_000);
});

test('opt-out and opt-in change whether a member shares data', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const shares = async () =>
    (
      await platform.rows<{ shares_data: boolean }>('SELECT shares_data FROM chain_profiles WHERE account_id = $1', [
        accountId,
      ])
    )[0]?.shares_data;
  await run('opt-out', '--gym', gym.gymId, '--account', accountId);
  expect(await shares()).toBe(false);
  const { answer } = await run('opt-in', '--gym', gym.gymId, '--account', accountId);
  expect(answer).toEqual({ accountId, sharesData: true });
  expect(await shares()).toBe(true);
});

test.each([
  [['create-gym', '--name', ' ', '--time-zone', 'UTC'], '--name is empty: give the gym a name.'],
  [
    ['create-gym', '--name', 'x', '--time-zone', 'Munich'],
    '--time-zone "Munich" is not a time zone: use an IANA name such as Europe/Berlin.',
  ],
  [
    ['create-gym', '--name', 'x', '--time-zone', '+02:00'],
    '--time-zone "+02:00" is not a time zone: use an IANA name such as Europe/Berlin.',
  ],
  [['create-gym', '--name', 'x', '--time-zone', 'UTC', '--chain', 'abc'], 'There is no chain abc.'],
  [['create-gym', '--time-zone', 'UTC'], "error: required option '--name <name>' not specified"],
  [['create-key', '--gym', 'abc', '--permissions', 'rfids'], 'There is no gym abc: `list-gyms` shows those there are.'],
  [
    ['create-key', '--gym', 'abc', '--permissions', 'all'],
    `There is no permission "all": choose from ${permissions.join(', ')}.`,
  ],
  [['revoke-key', '--key', 'abc'], 'There is no key abc that could be revoked.'],
  [['issue-tan', '--starts', 'today'], '"today" is not a day: write it as yyyy-MM-dd.'],
  [
    ['issue-tan', '--starts', '2026-01-02', '--ends', '2026-01-01'],
    '--ends 2026-01-01 lies before --starts 2026-01-02.',
  ],
  [['blacklist-email', '--email', 'nobody'], '--email is not a valid e-mail address.'],
  [['opt-in', '--gym', 'abc', '--account', 'x'], 'There is no gym abc: `list-gyms` shows those there are.'],
  [['open-door'], "error: unknown command 'open-door'"],
])('%j exits with code 1 and one sentence', async (argv, sentence) => {
  const { exitCode, mistake, answer } = await run(...argv);
  expect([exitCode, mistake.trim(), answer]).toEqual([1, sentence, '']);
});

test('without a command it prints its help', async () => {
  const { exitCode, mistake } = await run();
  expect(exitCode).toBe(1);
  expect(mistake).toContain('create-gym');
});

describe('owners', () => {
  const createOwner = (gymId: string, email: string, password: string) =>
    runWith({ readInput: async () => `${password}\n` }, 'create-owner', '--gym', gymId, '--email', email);
  const signIn = async (email: string, password: string) =>
    (await openBrowser(platform.app).post('/console/sign-in', { email, password })).status;

  test('create-owner creates an owner who can sign in, list-owners lists it, and remove-owner removes it', async () => {
    const gym = await createGym();
    const email = `${gym.gymId}@example.com`;
    const { exitCode, answer } = await createOwner(gym.gymId, email.toUpperCase(), 'correct horse battery');
    expect(exitCode).toBe(0);
    expect(answer).toEqual({ ownerId: expect.any(String), email, gymId: gym.gymId, gym: 'West' });
    expect(await signIn(email, 'correct horse battery')).toBe(303);
    const { answer: owners } = await run('list-owners');
    const createdAt = expect.any(String);
    expect(owners).toContainEqual({ email, gymId: gym.gymId, gym: 'West', createdAt, passkeys: 0 });
    expect((await run('remove-owner', '--email', email)).answer).toEqual({ email, gymId: gym.gymId });
    expect(await signIn(email, 'correct horse battery')).toBe(422);
  });

  test('create-owner for an existing owner sets a new password, which is never stored in plain text', async () => {
    const gym = await createGym();
    const email = `${gym.gymId}@example.com`;
    await createOwner(gym.gymId, email, 'correct horse battery');
    expect((await createOwner(gym.gymId, email, 'another horse battery')).exitCode).toBe(0);
    expect([await signIn(email, 'correct horse battery'), await signIn(email, 'another horse battery')]).toEqual([
      422, 303,
    ]);
    const stored = await platform.rows<{ password_hash: string }>('SELECT * FROM owners WHERE email = $1', [email]);
    expect(stored).toMatchObject([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
  });

  test('an owner has one gym and a password of sufficient length, and removing a missing owner fails', async () => {
    const [gym, other] = [await createGym(), await createGym()];
    const email = `${gym.gymId}@example.com`;
    await createOwner(gym.gymId, email, 'correct horse battery');
    const mistakes = [
      await createOwner(other.gymId, email, 'another horse battery'),
      await createOwner(gym.gymId, email, 'too short'),
      await createOwner(gym.gymId, email, 'x'.repeat(201)),
      await run('create-owner', '--gym', gym.gymId, '--email', email),
      await createOwner('abc', email, 'correct horse battery'),
      await run('remove-owner', '--email', 'nobody@example.com'),
    ];
    expect(mistakes.map(({ exitCode, mistake }) => [exitCode, mistake.trim()])).toEqual([
      [1, 'This address owns another gym: one address owns one gym.'],
      [1, 'The password must be at least 12 characters long.'],
      [1, 'The password must be at most 200 characters long.'],
      [1, 'The password must be at least 12 characters long.'],
      [1, 'There is no gym abc: `list-gyms` shows those there are.'],
      [1, 'There is no owner nobody@example.com: `list-owners` shows those there are.'],
    ]);
    expect(await signIn(email, 'correct horse battery')).toBe(303);
  });
});

describe('reseal', () => {
  const old = 'the secret that the platform had before';
  const secret = 'the secret that the platform has from now on';
  const secretOf = async (webhookId: number) => {
    const text = 'SELECT chain_id, gym_id, secret FROM webhooks WHERE webhook_id = $1';
    const [row] = await platform.rows<{ chain_id: string; gym_id: string; secret: string }>(text, [webhookId]);
    if (!row) throw new Error('The webhook is missing.');
    return { sealed: row.secret, owner: `${row.chain_id}/${row.gym_id}` };
  };
  const newWebhook = async () => {
    const gym = await platform.newGym();
    const { body } = await gym.ask('createWebhook', { body: { url: 'https://desk.example.com/hook', secret: 'told' } });
    const { owner } = await secretOf(body.id);
    const sealed = createPlatformSeal(old).close('told', owner);
    await platform.rows('UPDATE webhooks SET secret = $2 WHERE webhook_id = $1', [body.id, sealed]);
    return body.id as number;
  };

  test('seals the secrets of webhooks under the new secret, and lists those that neither secret opens', async () => {
    await platform.rows('DELETE FROM webhooks');
    const [webhookId, lost] = [await newWebhook(), await newWebhook()];
    await platform.rows("UPDATE webhooks SET secret = 'v1.AAAA' WHERE webhook_id = $1", [lost]);
    const { exitCode, answer } = await runWith({ readSecrets: () => ({ secret, previousSecret: old }) }, 'reseal');
    expect([exitCode, answer]).toEqual([0, { webhooks: 1, unreadable: [lost] }]);
    const { sealed, owner } = await secretOf(webhookId);
    expect(createPlatformSeal(secret).open(sealed, owner)).toBe('told');
    expect((await secretOf(lost)).sealed).toBe('v1.AAAA');
  });

  test('reports that it needs a secret', async () => {
    expect(await run('reseal')).toMatchObject({ exitCode: 1, mistake: expect.stringContaining('PLATFORM_SECRET') });
  });
});

describe('compute-analytics', () => {
  const weeksToldOf = async (gymId: string) =>
    (
      await platform.rows<{ weeks: number }>(
        'SELECT count(DISTINCT period_start)::int AS weeks FROM weekly_metrics WHERE gym_id = $1',
        [gymId],
      )
    )[0]?.weeks;

  test('computes the weeks of a gym, or of every gym', async () => {
    const [one, other] = [await createGym(), await createGym()];
    await platform.rows("UPDATE gyms SET created_at = now() - interval '21 days' WHERE gym_id = ANY ($1)", [
      [one.gymId, other.gymId],
    ]);
    const { answer } = await run('compute-analytics', '--gym', one.gymId);
    expect(answer).toEqual([{ gymId: one.gymId, from: expect.any(String), end: expect.any(String) }]);
    expect([await weeksToldOf(one.gymId), await weeksToldOf(other.gymId)]).toEqual([3, 0]);
    await run('compute-analytics');
    expect(await weeksToldOf(other.gymId)).toBe(3);
  });

  test('continues after a gym that fails, and reports it at the end', async () => {
    const [broken, whole] = [await createGym(), await createGym()];
    const ask = platform.askWith(broken.apiKey);
    const { accountId } = (await ask('publishAccount', { body: newMember() })).body;
    expect((await ask('checkin', { path: { accountId }, body: {} })).status).toBe(204);
    // the clock of the command is the real one
    await platform.rows("UPDATE visits SET occurred_at = now() - interval '10 days' WHERE gym_id = $1", [broken.gymId]);
    await platform.rows("UPDATE gyms SET time_zone = 'Nowhere/At_All' WHERE gym_id = $1", [broken.gymId]);
    await platform.rows("UPDATE gyms SET created_at = now() - interval '21 days' WHERE gym_id = $1", [whole.gymId]);
    const { exitCode, mistake } = await run('compute-analytics');
    await platform.rows("UPDATE gyms SET time_zone = 'Europe/Berlin' WHERE gym_id = $1", [broken.gymId]);
    expect(exitCode).toBe(1);
    expect(mistake).toContain(broken.gymId);
    expect(mistake).toContain('Nowhere/At_All');
    expect(await weeksToldOf(whole.gymId)).toBe(3);
  });

  test('rejects an unknown gym', async () => {
    expect((await run('compute-analytics', '--gym', randomUUID())).exitCode).toBe(1);
  });
});
