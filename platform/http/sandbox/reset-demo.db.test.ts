import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { permissions } from '#contracts/v2/operations.ts';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import { createApiKey } from '#platform/services/api-keys/create.ts';
import { createOwner } from '#platform/services/owners/create.ts';
import { openSandbox, type Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { demoChain, demoGyms, demoOwnerEmail } from '#platform/simulator/demo-gyms.ts';
import { seededAt, seededDemo } from '#platform/simulator/testing/demo-database.ts';
import { untilLocked, whileHeldAt } from '#platform/testing/collide.ts';
import { openBrowser } from '#platform/testing/console.ts';
import { newMember } from '#platform/testing/members.ts';
import { clientOf } from '#platform/testing/membership-client.ts';
import { openProcess, openSandboxProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { askSandbox, setFault } from '#platform/testing/sandbox.ts';
import { dayMs } from '#shared/calendar/durations.ts';

const platform = startTestPlatform({ data: seededDemo });
const { chainId } = demoChain;
const { gymId } = demoGyms.west;

/** Another process of the same platform. */
let otherSandbox: Sandbox;
let otherApp: typeof platform.app;
let ask: ReturnType<typeof clientOf>;
/** The same with a key, and so a limit of requests, of its own. */
let askOften: typeof ask;
/** The demo that was just set back. */
let fresh: Awaited<ReturnType<typeof readRows>>;
let membersOfGym: number;

const reset = (body: object = {}, app = platform.app) => askSandbox({ app }, '/reset', { method: 'POST', body });

beforeAll(async () => {
  otherSandbox = await openSandbox({ databaseUrl: platform.url, ids: randomIds, log: createLog('silent') });
  otherApp = openProcess(platform, { sandbox: otherSandbox });
  ask = await askWithNewKey();
  askOften = await askWithNewKey();
  // with the visits before those of the start
  expect((await reset()).status).toBe(200);
  fresh = await readRows();
  membersOfGym = (await ask('listAccounts', { query: { limit: 1 } })).body.total;
});
afterAll(() => otherSandbox.close());
beforeEach(async () => {
  platform.time.now = seededAt;
  await askSandbox(platform, '/faults', { method: 'DELETE' });
});

async function askWithNewKey() {
  const { apiKey } = await platform.operate((operator) =>
    createApiKey(operator, { chainId, gymId, permissions: [...permissions] }),
  );
  return clientOf(platform.app, apiKey);
}

/** Every row of the demo chain, by table, without the values that each writing chooses anew. */
async function readRows(): Promise<Record<string, string>> {
  const tables = await platform.rows<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attname = 'chain_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname NOT IN ('member_counts') ORDER BY 1`,
  );
  const rows: Record<string, string> = {};
  const anew = [
    'task_id',
    'recorded_at',
    'modified_at',
    'updated_at',
    'created_at',
    'last_received_at',
    'legacy_user_id',
  ];
  for (const { name } of tables) {
    const [found] = await platform.rows<{ hash: string; count: number }>(
      `SELECT md5(string_agg(row::text, ' ' ORDER BY row::text)) AS hash, count(*)::int AS count FROM (
         SELECT to_jsonb(t) - $2::text[] AS row FROM ${name} t WHERE chain_id = $1) r`,
      [chainId, anew],
    );
    rows[name] = `${found?.count} rows, ${found?.hash}`;
  }
  return rows;
}

async function findMember(membershipId: string) {
  const [member] = await platform.rows<{ accountId: string; email: string; updatedAt: Date }>(
    `SELECT account_id AS "accountId", email, m.updated_at AS "updatedAt"
     FROM memberships m JOIN chain_profiles USING (chain_id, account_id) WHERE chain_id = $1 AND membership_id = $2`,
    [chainId, membershipId],
  );
  if (!member) throw new Error(`There is no member ${membershipId}.`);
  return member;
}

/** Changes what clients can change. */
async function mess() {
  const [lena, mia, omar] = [await findMember('M-10442'), await findMember('M-10318'), await findMember('M-11205')];
  const path = { accountId: lena.accountId };
  const done = [
    await ask('checkin', { path, body: {} }),
    await ask('partialUpdate', { path, body: { firstName: 'Somebody', email: `${randomUUID()}@example.org` } }),
    await ask('partialUpdate', { path: { accountId: mia.accountId }, body: { email: lena.email } }),
    await ask('eraseAccountMembershipData', { path: { accountId: omar.accountId }, query: { eraseMemberData: true } }),
    await ask('publishAccount', { body: newMember() }),
    await ask('createTask', {
      body: { name: 'Call', dueDate: '2026-12-01', authorId: lena.accountId, targetId: mia.accountId },
    }),
    await ask('createWebhook', { body: { url: `http://127.0.0.1:9/${randomUUID()}`, secret: 'a secret' } }),
  ];
  for (const { status } of done) expect([200, 201, 204]).toContain(status);
  return { lena, mia, omar };
}

test('the demo that was set back has what it had when it was new, under the same ids', async () => {
  const { omar } = await mess();
  expect(await readRows()).not.toEqual(fresh);
  const response = await reset();
  expect([response.status, await response.json()]).toMatchObject([
    200,
    { demo: { chainId, gyms: [{ gymId }, { gymId: demoGyms.ost.gymId }], cards: { length: 12 } }, removedGyms: 0 },
  ]);
  expect(await readRows()).toEqual(fresh);
  expect((await findMember('M-11205')).accountId).toBe(omar.accountId);
  expect((await ask('listAccounts')).body.total).toBe(membersOfGym);
});

test('the owner of München West loses password and passkeys, and all others are removed', async () => {
  const password = 'a password of the test';
  for (const gym of [demoGyms.west.gymId, demoGyms.ost.gymId]) {
    const email = `${randomUUID()}@example.org`;
    await platform.operate((operator) => createOwner(operator, { gymId: gym, email, password }));
  }
  await platform.rows("UPDATE owners SET password_hash = 'x' WHERE email = $1", [demoOwnerEmail]);
  await reset();
  const left = 'SELECT email, gym_id AS "gymId", password_hash AS "passwordHash" FROM owners WHERE chain_id = $1';
  expect(await platform.rows(left, [chainId])).toEqual([{ email: demoOwnerEmail, gymId, passwordHash: null }]);
});

test('the members who were changed are listed as changed, and no others', async () => {
  const since = seededAt.getTime();
  platform.time.now = new Date(since + 1_000);
  const { lena, mia, omar } = await mess();
  platform.time.now = new Date(since + 2_000);
  await reset();
  const changed = await ask('listAccounts', { query: { fromTimestamp: new Date(since + 1_500).toISOString() } });
  const ids = (changed.body.items as { accountId: string }[]).map(({ accountId }) => accountId);
  expect(ids.toSorted()).toEqual([lena, mia, omar].map(({ accountId }) => accountId).toSorted());
});

test('a key and the webhook of a desk go on working, also in another process; a rule for the demo ends in all', async () => {
  const url = `http://127.0.0.1:9/api/hooks/${randomUUID()}`;
  await ask('createWebhook', { body: { url, secret: 'a secret' } });
  await ask('createWebhook', { body: { url: 'http://127.0.0.1:9/mine', secret: 'a secret' } });
  await setFault(platform, { gymId, operations: ['getTasks'], status: 500 }, 'of-demo');
  await setFault(platform, { operations: ['getByNfc'], status: 500 }, 'of-all');
  expect((await reset({}, otherApp)).status).toBe(200);
  const { rules } = await (await askSandbox(platform, '/faults')).json();
  expect(rules.map(({ name }: { name: string }) => name)).toEqual(['of-all']);
  expect((await ask('getTasks')).status).toBe(200);
  const hooks = (await ask('getAllWebhooks')).body as { id: number; url: string }[];
  expect(hooks.map((hook) => hook.url)).toEqual([url]);
  for (const { id } of hooks) await ask('deleteWebhook', { path: { id: String(id) } });
});

test('a gym of a client, with its clock and its rules, notices nothing; with everything, it is removed', async () => {
  const gym = await (await askSandbox(platform, '/gyms', { method: 'POST', body: {} })).json();
  const askOwn = clientOf(platform.app, gym.v2.apiKey);
  await setFault(platform, { gymId: gym.gymId, operations: ['getTasks'], status: 500 }, 'of-gym');
  const clock = `/gyms/${gym.gymId}/clock`;
  await askSandbox(platform, clock, { method: 'PUT', body: { advanceMs: dayMs } });
  await reset();
  expect((await askOwn('getTasks')).status).toBe(500);
  expect((await (await askSandbox(platform, clock)).json()).offsetMs).toBe(dayMs);
  await askSandbox(platform, '/clock', { method: 'PUT', body: { advanceMs: dayMs } });
  expect(await (await reset({ everything: true })).json()).toMatchObject({ demo: { chainId }, removedGyms: 1 });
  expect((await askOwn('getTasks')).status).toBe(403);
  expect((await (await askSandbox(platform, '/clock')).json()).offsetMs).toBe(0);
  expect((await (await askSandbox(platform, '/faults')).json()).rules).toEqual([]);
});

test('several resets at once, in two processes, leave one whole demo, and nobody sees half of one', async () => {
  let isDone = false;
  const totals = new Set<number>();
  const read = async () => {
    while (!isDone) {
      const listed = await askOften('listAccounts', { query: { limit: 1 } });
      if (listed.status === 200) totals.add(listed.body.total);
    }
  };
  await ask('publishAccount', { body: newMember() });
  const reading = read();
  const answers = await Promise.all([reset(), reset({}, otherApp), reset({}, otherApp)]);
  isDone = true;
  await reading;
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([...totals].filter((total) => total !== membersOfGym && total !== membersOfGym + 1)).toEqual([]);
  expect(await readRows()).toEqual(fresh);
});

test('a member who is published during a reset is whole afterwards, and one whom it changes was changed at its end', async () => {
  const { accountId } = await findMember('M-10442');
  await ask('partialUpdate', { path: { accountId }, body: { firstName: 'Somebody' } });
  const later = new Date(seededAt.getTime() + 60_000);
  const statuses = await whileHeldAt(platform, 'AFTER DELETE ON chain_profiles', async (goOn) => {
    const resetting = reset();
    await untilLocked(platform, 1);
    const publishing = ask('publishAccount', { body: newMember() });
    await untilLocked(platform, 2);
    platform.time.now = later;
    await goOn();
    return [(await resetting).status, (await publishing).status];
  });
  expect(statuses).toEqual([200, 201]);
  const halves = await platform.rows(
    `SELECT FROM chain_profiles p LEFT JOIN memberships m USING (chain_id, account_id)
     WHERE p.chain_id = $1 AND m.membership_id IS NULL`,
    [chainId],
  );
  expect(halves).toEqual([]);
  expect((await ask('listAccounts', { query: { limit: 1 } })).body.total).toBe(membersOfGym + 1);
  expect((await findMember('M-10442')).updatedAt).toEqual(later);
});

test('it is set back from a page in the visitor’s language, after a question', async () => {
  const browser = openBrowser(openSandboxProcess(platform), { 'accept-language': 'de' });
  expect((await browser.get('/sandbox/pages/gyms')).page).toContain('href="/sandbox/pages/reset"');
  expect((await browser.get('/sandbox/pages/reset')).page).toContain('<h1>Demo zurücksetzen?</h1>');
  await setFault(platform, { operations: ['getByNfc'], status: 500 });
  const { location } = await browser.post('/sandbox/pages/reset', { everything: 'yes' });
  expect((await browser.get(location ?? '')).page).toContain('Die Demo ist wie neu.');
  expect((await (await askSandbox(platform, '/faults')).json()).rules).toEqual([]);
});

test('a body with another field is refused', async () => {
  const refused = await reset({ demo: true });
  expect([refused.status, (await refused.json()).fieldErrors[0].name]).toEqual([400, 'demo']);
});
