import { callInTime } from '#e2e/base/call-in-time.ts';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { signInByRequest } from '#e2e/base/sign-in-request.ts';
import { untilFound } from '#e2e/base/until-found.ts';
import { builtActions } from '#e2e/security/access/build.ts';
import { callAction } from '#e2e/security/access/call.ts';
import { isMigrations } from '#lib/wire/answers/migration.ts';
import { type PathAt, pathAt } from '#lib/wire/path-at.ts';
import type { Stack } from '#tools/testing/stack.ts';

interface LegacyMember {
  legacyUserId: string;
  name: string;
}

/** Makes members of the demo chain members of the legacy interface only, unknown to this desk. */
async function leaveToVersion1(stack: Stack, count: number): Promise<LegacyMember[]> {
  // until then a page of the first pass, which was read before, could add them to the desk
  const allRead = 'select bool_and(all_read_at is not null) as "isRead" from directory_syncs';
  await untilFound('complete list of members', async () => {
    const [syncs] = await queryDatabase<{ isRead: boolean | null }>(stack, 'desk', [{ text: allRead }]);
    return syncs?.isRead || undefined;
  });
  const members = await queryDatabase<LegacyMember & { accountId: string }>(stack, 'platform', [
    {
      text: `with chosen as (
               select m.account_id from memberships m join chain_profiles p using (chain_id, account_id)
                where m.is_known_to_v2 and m.membership_type = 'PREMIUM'
                  and not exists (select from visits v where v.account_id = m.account_id)
                order by p.legacy_user_id desc limit $1)
             update memberships m set is_known_to_v2 = false from chosen c, chain_profiles p
              where m.account_id = c.account_id and p.account_id = c.account_id and p.chain_id = m.chain_id
          returning p.legacy_user_id::text as "legacyUserId", p.first_name || ' ' || p.last_name as name,
                    p.account_id as "accountId"`,
      values: [count],
    },
  ]);
  expect(members).toHaveLength(count);
  const accountIds = members.map(({ accountId }) => accountId);
  await queryDatabase(stack, 'desk', [
    { text: 'delete from members where account_id = any($1)', values: [accountIds] },
    { text: 'delete from migration_runs' },
  ]);
  return members;
}

test.afterEach(({ stack }) => queryDatabase(stack, 'desk', [{ text: 'delete from migration_runs' }]));

// without a page: the form, the upload and the progress are tested with their components
test('a member and a list are migrated, and the desk then knows them; the results can be downloaded', async ({
  playwright,
  stack,
}) => {
  const members = await leaveToVersion1(stack, 4);
  const [first] = members;
  if (!first) throw new Error('There is no such member.');
  const locationId = await stack.findLocation();
  const request = await signInByRequest(playwright, stack, 'manager');
  const migrate = builtActions().find(({ endpoint }) => endpoint.endsWith('/migration/actions.ts migrateMember'));
  if (!migrate) throw new Error('The build has no action that migrates a member.');
  const caller = { request, origin: stack.deskUrl };
  const input = { locationId, legacyUserId: Number(first.legacyUserId) };
  const one = await callInTime(() => callAction(caller, migrate, input));
  // where the answer came too late for the first call, the second one finds them there
  const kind = expect.stringMatching(/^(migrated|alreadyThere)$/);
  expect(one).toMatchObject({ ok: true, value: { kind, displayName: first.name } });

  const rows = members.map(({ legacyUserId, name }) => `"${name}";${legacyUserId}`);
  const list = ['name;userId', ...rows, `again;${first.legacyUserId}`, 'gone;8000000', 'x;1.2E+11'].join('\r\n');
  const headers = { origin: stack.deskUrl, 'content-type': 'application/octet-stream' };
  const sent = await request.post(pathAt(locationId, '/api/desk/migration'), { headers, data: Buffer.from(list) });
  expect(await sent.json()).toMatchObject({ ok: true, value: { kind: 'started', ids: 5, repeated: 1, bad: 1 } });
  const read = async (path: PathAt) => (await request.get(path)).json();
  const finished = await untilFound('finished list', async () => {
    const answer = await read(pathAt(locationId, '/api/desk/migration'));
    return isMigrations(answer) ? answer.runs.find(({ state }) => state === 'finished') : undefined;
  });
  expect(finished).toMatchObject({
    startedBy: 'Mira Sommer',
    counts: { migrated: 3, alreadyThere: 1, notFound: 1, invalid: 1, repeated: 1 },
  });

  const runId = finished.id;
  const inEnglish = { headers: { 'accept-language': 'en' } };
  const file = await request.get(pathAt(locationId, '/api/desk/migration/results', { runId }), inEnglish);
  expect(file.headers()['content-disposition']).toMatch(/^attachment; filename=/);
  const results = (await file.text()).split('\r\n');
  expect(results[0]).toBe('\uFEFFRow,User ID,Result,Account,Explanation');
  expect(results[1]).toMatch(/^2,\d+,was here already,/);
  expect(results.filter((row) => row.includes(',brought over,'))).toHaveLength(3);
  expect(results.slice(5, 8)).toEqual([
    expect.stringMatching(/^6,\d+,repeated,.+,The same user ID as in row 2\.$/),
    '7,8000000,not found,,The member system knows no member with this user ID.',
    expect.stringMatching(/^8,,not a user ID,,"The spreadsheet has shortened this number/),
  ]);

  const last = members.at(-1)?.name ?? '';
  const found = await read(pathAt(locationId, '/api/desk/members', { q: last }));
  expect(found.matches).toContainEqual(expect.objectContaining({ displayName: last }));
  await request.dispose();
});
