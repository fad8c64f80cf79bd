import { expect, test } from 'vitest';
import { untilLocked, whileHeldAt } from '#platform/testing/collide.ts';
import { newMember } from '#platform/testing/members.ts';
import { clientOf } from '#platform/testing/membership-client.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { askSandbox, setFault } from '#platform/testing/sandbox.ts';
import { dayMs } from '#shared/calendar/durations.ts';

const platform = startTestPlatform();

async function createGym() {
  const response = await askSandbox(platform, '/gyms', { method: 'POST', body: { isLimited: false } });
  const gym = await response.json();
  return { gym, ask: clientOf(platform.app, gym.v2.apiKey) };
}
type Created = Awaited<ReturnType<typeof createGym>>;

const reset = (gymId: string, body: object = {}) =>
  askSandbox(platform, `/gyms/${gymId}/reset`, { method: 'POST', body });

/** Every row of the gym's chain, by table, without the values that each writing chooses anew. */
async function readRows({ gym: { chainId } }: Created): Promise<Record<string, unknown>> {
  const tables = await platform.rows<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attname = 'chain_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'member_counts'
     ORDER BY 1`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [{ all } = { all: null }] = await platform.rows<{ all: unknown }>(
      `SELECT jsonb_agg(row ORDER BY row::text) AS all FROM (
         SELECT to_jsonb(t) - 'last_received_at' - 'legacy_user_id' AS row FROM ${name} t WHERE chain_id = $1) r`,
      [chainId],
    );
    rows[name] = all;
  }
  return rows;
}

/** Changes what clients can change. */
async function mess({ gym, ask }: Created): Promise<void> {
  const [one, other, third] = gym.members;
  const path = { accountId: one.accountId };
  await ask('checkin', { path, body: {} });
  await ask('partialUpdate', { path, body: { firstName: 'Somebody', email: 'somebody@example.org' } });
  await ask('updateUsersRfids', { path, body: { rfids: [{ rfid: other.rfid }] } });
  await ask('eraseAccountMembershipData', { path: { accountId: third.accountId }, query: { eraseMemberData: true } });
  await ask('createTask', {
    body: { name: 'Call', dueDate: '2026-12-01', authorId: one.accountId, targetId: other.accountId },
  });
  const membership = { membershipType: 'CORPORATE_FITNESS', verificationTAN: gym.tans.admitted } as const;
  expect((await ask('publishAccount', { body: newMember({ membership }) })).status).toBe(201);
  await ask('createWebhook', { body: { url: 'http://127.0.0.1:9/', secret: 'a secret' } });
  await setFault(platform, { gymId: gym.gymId, operations: ['getTasks'], status: 500 }, gym.gymId);
  await askSandbox(platform, `/gyms/${gym.gymId}/training`, { method: 'POST', body: { members: 20, days: 3 } });
  await askSandbox(platform, `/gyms/${gym.gymId}/clock`, { method: 'PUT', body: { advanceMs: dayMs } });
}

test('a gym that was set back has what it had when it was new, under the same ids and with the same key', async () => {
  const created = await createGym();
  const { gym, ask } = created;
  const fresh = await readRows(created);
  await mess(created);
  expect(await readRows(created)).not.toEqual(fresh);
  expect((await ask('getTasks')).status).toBe(500);
  const response = await reset(gym.gymId.toUpperCase());
  expect(response.status).toBe(200);
  const { v2, v1, export: _, ownerLink, ...told } = gym;
  const { ownerLink: newLink, ...again } = await response.json();
  expect(again).toEqual(told);
  expect(newLink).not.toBe(ownerLink);
  expect(await readRows(created)).toEqual(fresh);
  expect((await ask('getTasks')).status).toBe(200);
  const clock = await askSandbox(platform, `/gyms/${gym.gymId}/clock`);
  expect((await clock.json()).offsetMs).toBe(0);
  const membership = { membershipType: 'CORPORATE_FITNESS', verificationTAN: gym.tans.admitted } as const;
  expect((await ask('publishAccount', { body: newMember({ membership }) })).status).toBe(201);
});

test('no other gym notices, and one that is set back several times at once is as new', async () => {
  const [one, other] = [await createGym(), await createGym()];
  await mess(other);
  const [fresh, untouched] = [await readRows(one), await readRows(other)];
  await mess(one);
  const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await reset(one.gym.gymId)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await readRows(one)).toEqual(fresh);
  expect(await readRows(other)).toEqual(untouched);
});

test('requests that are under way come before or after: none leaves half a member behind', async () => {
  const created = await createGym();
  const { gym, ask } = created;
  const statuses = new Set<number>();
  let isDone = false;
  const publish = async () => {
    while (!isDone) {
      const { status, body } = await ask('publishAccount', { body: newMember() });
      statuses.add(status);
      const answer = await ask('checkin', { path: { accountId: body.accountId }, body: {} });
      statuses.add(answer.status);
    }
  };
  const working = [publish(), publish(), publish()];
  for (let round = 0; round < 10; round += 1) expect((await reset(gym.gymId)).status).toBe(200);
  isDone = true;
  await Promise.all(working);
  expect([...statuses].filter((status) => ![201, 204, 404, 409].includes(status))).toEqual([]);
  const halves = await platform.rows(
    `SELECT FROM chain_profiles p FULL JOIN memberships m USING (chain_id, account_id)
     WHERE chain_id = $1 AND (p.email IS NULL OR m.membership_id IS NULL)`,
    [gym.chainId],
  );
  expect(halves).toEqual([]);
  expect((await ask('listAccounts')).body.total).toBe(
    (await platform.rows('SELECT FROM memberships WHERE chain_id = $1', [gym.chainId])).length,
  );
  await reset(gym.gymId);
  expect((await ask('listAccounts')).body.total).toBe(gym.members.length);
});

const corporate = (verificationTAN: string) =>
  newMember({ membership: { membershipType: 'CORPORATE_FITNESS', verificationTAN } });

test('entitlements show the same as before, also if one is in use in another gym, whose member keeps it', async () => {
  const [{ gym }, other] = [await createGym(), await createGym()];
  const { status, body } = await other.ask('publishAccount', { body: corporate(gym.tans.admitted) });
  expect(status).toBe(201);
  const again = await (await reset(gym.gymId)).json();
  expect({ ...again.tans, admitted: gym.tans.admitted }).toEqual(gym.tans);
  expect(again.tans.admitted).not.toBe(gym.tans.admitted);
  expect(again.members).toEqual(gym.members);
  const kept = await platform.rows('SELECT tan FROM memberships WHERE account_id = $1', [body.accountId]);
  expect(kept).toEqual([{ tan: gym.tans.admitted }]);
  expect((await other.ask('publishAccount', { body: corporate(again.tans.admitted) })).status).toBe(201);
});

test.each(['set back', 'removed'])(
  'a gym’s entitlement that a member of another gym has used is free again once that one is %s',
  async (how) => {
    const [{ gym, ask }, other] = [await createGym(), await createGym()];
    const { admitted } = gym.tans;
    expect((await other.ask('publishAccount', { body: corporate(admitted) })).status).toBe(201);
    const path = `/gyms/${other.gym.gymId}`;
    const { ok } =
      how === 'set back' ? await reset(other.gym.gymId) : await askSandbox(platform, path, { method: 'DELETE' });
    expect(ok).toBe(true);
    expect((await ask('publishAccount', { body: corporate(admitted) })).status).toBe(201);
  },
);

test.each([
  ['before', 'AFTER INSERT ON memberships'],
  ['after', 'AFTER DELETE ON chain_profiles'],
])(
  'a publication with an entitlement of the gym that is under way comes %s, and no corporate member is without one',
  async (order, moment) => {
    const { gym, ask } = await createGym();
    const publish = async () => (await ask('publishAccount', { body: corporate(gym.tans.admitted) })).status;
    const setBack = async () => (await reset(gym.gymId)).status;
    const [first, second] = order === 'before' ? [publish, setBack] : [setBack, publish];
    const statuses = await whileHeldAt(platform, moment, async (goOn) => {
      const beginning = first();
      await untilLocked(platform, 1);
      const following = second();
      await untilLocked(platform, 2);
      await goOn();
      return [await beginning, await following];
    });
    const [published, wasSetBack] = order === 'before' ? statuses : statuses.toReversed();
    expect(wasSetBack).toBe(200);
    // the answer is read after the commit, when the member of one that came before may be gone again
    expect(order === 'before' ? [201, 404] : [201]).toContain(published);
    const members = await platform.rows(
      `SELECT m.tan FROM memberships m JOIN chain_profiles p USING (chain_id, account_id)
     WHERE chain_id = $1 AND membership_type = 'CORPORATE_FITNESS' AND (m.tan IS NULL OR m.tan = $2)`,
      [gym.chainId, gym.tans.admitted],
    );
    expect(members).toEqual(order === 'before' ? [] : [{ tan: gym.tans.admitted }]);
  },
);

test('a sandbox without a demo says that there is none to set back, and sets everything else back', async () => {
  const { gym } = await createGym();
  const refused = await askSandbox(platform, '/reset', { method: 'POST', body: {} });
  expect([refused.status, (await refused.json()).errorCode]).toEqual([409, 'generalConflict']);
  const done = await askSandbox(platform, '/reset', { method: 'POST', body: { everything: true } });
  expect([done.status, (await done.json()).demo]).toEqual([200, null]);
  expect((await reset(gym.gymId)).status).toBe(404);
});

test('a gym that was not made here is not set back, and a body with a field is refused', async () => {
  const [operated, { gym }] = [await platform.newGym(), await createGym()];
  for (const gymId of [operated.gymId, 'none']) expect((await reset(gymId)).status).toBe(404);
  const refused = await reset(gym.gymId, { keys: true });
  expect([refused.status, (await refused.json()).fieldErrors[0].name]).toEqual([400, 'keys']);
});
