import { randomUUID } from 'node:crypto';
import type { PlaywrightWorkerArgs } from '@playwright/test';
import { endUndoTime, queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { signInByRequest } from '#e2e/base/sign-in-request.ts';
import { untilFound } from '#e2e/base/until-found.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { builtActions, builtPages, builtRoutes } from './access/build.ts';
import { callAction, callRoute } from './access/call.ts';
import { actions, type Endpoint, pages, routes } from './access/endpoints.ts';
import { createCallers, hireAtSibling, inviteStranger, type RoleCaller } from './access/roles.ts';

// more than a thousand requests, one after another; in parallel, because of these two minutes at the end of a run
test.describe.configure({ mode: 'parallel' });

const mayCall = ({ needs, addsPasskey }: Endpoint, { role, isWaiting }: RoleCaller) =>
  needs === 'everybody' ||
  (isWaiting === true && addsPasskey === true) ||
  (!isForNoStaff(needs) && role !== null && isAllowed(role, needs));
const isForNoStaff = (needs: Endpoint['needs']) => needs === 'ownSecret' || needs === 'noStaffYet';
const pathOf = (endpoint: string) => endpoint.split(' ')[1];
/** No endpoint takes this as its input. */
const nonsense = { nonsense: true };

test('every action, route and page of the build is listed here, and each listed one is in the build', () => {
  expect(
    builtActions()
      .map(({ endpoint }) => endpoint)
      .sort(),
  ).toEqual(Object.keys(actions).sort());
  expect(builtRoutes().sort()).toEqual([...new Set(Object.keys(routes).map(pathOf))].sort());
  expect(builtPages().sort()).toEqual(Object.keys(pages).sort());
});

test('every endpoint is refused to users without its permission', async ({ playwright, stack }) => {
  const callers = await createCallers(playwright, stack);
  const [member] = await queryDatabase<Record<'account_id' | 'email', string>>(stack, 'platform', [
    { text: `select account_id, email from chain_profiles where last_name = 'Vogt' and first_name = 'Lena'` },
  ]);
  if (!member) throw new Error('The demo chain has lost a member.');
  const here = { locationId: await stack.findLocation() };
  const slug = await findSlug(stack, here.locationId);
  const answered: string[] = [];
  const wrong: string[] = [];
  const readRefusals = () =>
    queryDatabase<{ reason: string }>(stack, 'desk', [
      { text: `delete from audit_log where action = 'refusePermission' returning reason` },
    ]);
  /** A refusal of a staff member is in the audit log, with the required permission. */
  const checkAudit = async (caller: RoleCaller, endpoint: string, needed: Endpoint) => {
    if (caller.role === null || isForNoStaff(needed.needs)) return;
    const reasons = (await readRefusals()).map(({ reason }) => reason).join();
    // a user who may record no visits is refused before the kind of the tap is read
    const first = endpoint.startsWith('POST /api/desk/taps') && !mayCall({ needs: 'recordVisits' }, caller);
    const expected = mayCall(needed, caller) ? '' : first ? 'recordVisits' : needed.needs;
    if (reasons !== expected) wrong.push(`${caller.name} at ${endpoint}, in the audit log: ${reasons || 'nothing'}`);
  };
  const note = async (caller: RoleCaller, endpoint: string, needed: Endpoint, told: string, isAnswered: boolean) => {
    await checkAudit(caller, endpoint, needed);
    if (isAnswered) answered.push(endpoint);
    const isNobody = caller.role === null || needed.needs === 'ownSecret';
    const refusal = needed.needs === 'noStaffYet' ? 'pageOutdated' : isNobody ? 'signedOut' : 'notAllowed';
    const isRight = mayCall(needed, caller) ? isAnswered && told !== 'unexpected' : told === refusal;
    if (!isRight) wrong.push(`${caller.name} at ${endpoint}: ${told}`);
  };
  // refusals by earlier tests at the same desk
  await readRefusals();
  for (const caller of callers) {
    for (const action of builtActions()) {
      const answer = await callAction(caller, action, nonsense);
      const told = answer.ok ? 'ok' : answer.error.code;
      const needed = actions[action.endpoint] ?? { needs: 'manageLocation' };
      await note(caller, action.endpoint, needed, told, !['signedOut', 'notAllowed', 'pageOutdated'].includes(told));
    }
    for (const [endpoint, needed] of Object.entries(routes)) {
      if (pathOf(endpoint) === '/api/live' && mayCall(needed, caller)) continue; // the response would never end
      const status = await statusInTime(caller, endpoint, here);
      const told = { 401: 'signedOut', 403: 'notAllowed' }[status] ?? (status >= 500 ? 'unexpected' : String(status));
      await note(caller, endpoint, needed, told, status !== 401 && status !== 403);
    }
    for (const [path, needed] of Object.entries(pages)) {
      const response = await caller.request.get(addressOf(path, slug, member.account_id), { maxRedirects: 0 });
      const status = response.status();
      const leadsToSignIn = /sign-in|add-passkey/.test(response.headers().location ?? '');
      // a page with a loading state has sent 200 before the session is checked
      const isEmpty = path.includes('[accountId]') && !(await response.text()).includes(member.email);
      const isRefused = caller.role === null ? leadsToSignIn : status !== 200 || isEmpty;
      if (path.includes('[accountId]') && mayCall(needed, caller) && isEmpty)
        wrong.push(`${caller.name} sees no ${path}`);
      if (!mayCall(needed, caller) && !isRefused) wrong.push(`${caller.name} at ${path}: ${status}`);
      if (status >= 500) wrong.push(`${caller.name} at ${path}: ${status}`);
      // a trainer is redirected from the check-in page to the floor: that is no refusal
      if (path !== '/g/[gym]') await checkAudit(caller, path, needed);
    }
  }
  expect(wrong).toEqual([]);
  // control: each endpoint answers some user
  const neverAnswers = ['GET /api/live', 'POST /api/hooks/[id]', 'app/(auth)/actions.ts setUp'];
  const endpoints = [...Object.keys(actions), ...Object.keys(routes)].filter(
    (endpoint) => !neverAnswers.includes(endpoint),
  );
  expect(endpoints.filter((endpoint) => !answered.includes(endpoint))).toEqual([]);
  await Promise.all(callers.map(({ request }) => request.dispose()));
});

test('a manager of another chain, or of another gym of this one, gets no data and changes nothing here', async ({
  playwright,
  desk,
  stack,
}) => {
  const { value, name } = desk.card('admitted');
  const tapId = randomUUID();
  await admitHere(playwright, stack, { tapId, value });
  const newest = {
    text: `select location_id, account_id, tap_id, email, staff_id from visits join members using (location_id, account_id)
            where tap_id = $1`,
    values: [tapId],
  };
  type Visit = Record<'location_id' | 'account_id' | 'tap_id' | 'email' | 'staff_id', string>;
  const mine = await untilFound('visit', async () => (await queryDatabase<Visit>(stack, 'desk', [newest]))[0]);
  // the desk itself changes a visit until it is sent
  const stateOf = { text: 'select state from visits where tap_id = $1', values: [mine.tap_id] };
  const readState = async () => (await queryDatabase<{ state: string }>(stack, 'desk', [stateOf]))[0]?.state;
  await endUndoTime(stack);
  await expect.poll(readState).toBe('sent');
  const now = Date.now();
  const belongings = {
    accountId: mine.account_id,
    targetId: mine.account_id,
    id: mine.tap_id,
    taskId: mine.tap_id,
    tapId: mine.tap_id,
    tapIds: [mine.tap_id],
    changeId: randomUUID(),
    staffId: mine.staff_id,
    tappedAt: now,
    sentAt: now,
    at: now,
    source: 'chosen',
    value: mine.account_id,
    kind: 'lookUp',
    reason: 'because I can',
    email: mine.email,
    q: mine.email,
  };
  const before = await fingerprint(stack, mine.location_id);
  const stranger = await inviteStranger(playwright, stack);
  const sibling = await hireAtSibling(playwright, stack);
  const wrong: string[] = [];
  const secrets = [mine.email, name];
  let answers = 0;
  const look = (endpoint: string, text: string) => {
    answers += 1;
    if (secrets.some((secret) => text.includes(secret))) wrong.push(`${endpoint} tells: ${text.slice(0, 200)}`);
    if (/"code":"(unexpected|invalidInput)"/.test(text)) wrong.push(`${endpoint} was not really tried: ${text}`);
  };
  const slug = await findSlug(stack, mine.location_id);
  const openPages = async ({ request }: RoleCaller) => {
    for (const path of Object.keys(pages).filter((page) => page.startsWith('/g/'))) {
      const address = addressOf(path, slug, mine.account_id);
      const response = await request.get(address, { maxRedirects: 0 });
      look(path, `${response.headers().location} ${await response.text()}`);
      // a gym that does not exist is answered in the same way: the response does not reveal which gyms exist
      const unknown = await request.get(addressOf(path, 'no-such-gym', mine.account_id), { maxRedirects: 0 });
      for (const { headers, status } of [response, unknown].map((one) => ({
        headers: one.headers(),
        status: one.status(),
      })))
        if (status !== 307 || headers.location !== '/no-access') wrong.push(`${path} of another gym: ${status}`);
    }
  };
  /** As if the screen belonged to this location. */
  const callAll = async (caller: RoleCaller, locationId: string) => {
    for (const action of builtActions()) {
      const { needs, namesNoPlace, input } = actions[action.endpoint] ?? { needs: 'manageLocation' };
      if (needs === 'everybody' || needs === 'noStaffYet') continue;
      const answer = await callAction(caller, action, { ...belongings, locationId, ...input });
      look(action.endpoint, JSON.stringify(answer));
      const isRefused = !answer.ok && answer.error.code === 'notAllowed';
      if (locationId === mine.location_id && !isRefused && !namesNoPlace)
        wrong.push(`${action.endpoint}: ${JSON.stringify(answer)}`);
    }
    for (const [endpoint, { needs, input }] of Object.entries(routes)) {
      if (needs === 'everybody') continue;
      // for the caller's own gym the response would never end
      if (pathOf(endpoint) === '/api/live' && locationId !== mine.location_id) continue;
      const response = await callRoute(caller, endpoint, { ...belongings, locationId, ...input });
      look(endpoint, await response.text());
      if (locationId === mine.location_id && response.status() !== (needs === 'ownSecret' ? 401 : 403))
        wrong.push(`${endpoint} of another gym: ${response.status()}`);
    }
  };
  for (const caller of [stranger, sibling]) {
    await openPages(caller);
    await callAll(caller, mine.location_id);
  }
  // as if these ids belonged to the stranger's own location; at the sibling the members do
  await callAll(stranger, stranger.locationId);
  expect(wrong).toEqual([]);
  expect(answers).toBeGreaterThan(2 * Object.keys(actions).length);
  expect(await fingerprint(stack, mine.location_id)).toEqual(before);
  await Promise.all([stranger, sibling].map(({ request }) => request.dispose()));
});

/** A read of which the platform has not answered its part in time is sent again, as by a page. No refusal has the status of this. */
const statusInTime = (...call: Parameters<typeof callRoute>): Promise<number> =>
  untilFound(`answer in time of ${call[1]}`, async () => {
    const status = (await callRoute(...call)).status();
    return status === 503 ? undefined : status;
  });

/** A visit at the demo's reception. */
async function admitHere(
  playwright: PlaywrightWorkerArgs['playwright'],
  stack: Stack,
  { tapId, value }: { tapId: string; value: string },
): Promise<void> {
  const request = await signInByRequest(playwright, stack, 'reception');
  const locationId = await stack.findLocation();
  const staffOf = { text: `select id from staff where email = 'reception@demo.example'` };
  const [staff] = await queryDatabase<{ id: string }>(stack, 'desk', [staffOf]);
  const now = Date.now();
  const tap = {
    tapId,
    tappedAt: now,
    sentAt: now,
    locationId,
    staffId: staff?.id,
    kind: 'lookUp',
    source: 'scan',
    value,
  };
  const answer = await request.post(pathAt(locationId, '/api/desk/taps'), {
    headers: { origin: stack.deskUrl },
    data: tap,
  });
  // unconfirmed where a cold platform takes longer than the counter waits
  const kind = expect.stringMatching(/^(admitted|unconfirmed)$/);
  expect(await answer.json()).toMatchObject({ ok: true, value: { kind } });
  await request.dispose();
}

const addressOf = (path: string, slug: string, accountId: string) =>
  path.replace('[gym]', slug).replace('[accountId]', accountId).replace('[...former]', 'members');

async function findSlug(stack: Stack, locationId: string): Promise<string> {
  const text = 'select slug from locations where id = $1';
  const [found] = await queryDatabase<{ slug: string }>(stack, 'desk', [{ text, values: [locationId] }]);
  if (!found) throw new Error('There is no such location.');
  return found.slug;
}

/** The desk's data of a location, except for what background work changes. */
async function fingerprint(stack: Stack, locationId: string) {
  const training = ['training_pulls', 'trainings', 'weekly_metrics'];
  const mirrors = ['directory_syncs', 'members', 'task_syncs', 'tasks', 'platform_status', ...training];
  // counted from visits and workouts for reports, some days at a time
  const counted = ['training_days', 'visit_hours', 'member_rhythms', 'member_rhythms_known'];
  const ownDoing = [
    ...mirrors,
    ...counted,
    'taps',
    'webhook_registrations',
    'webhook_inbox',
    'location_work',
    'key_buckets',
  ];
  const tables = await queryDatabase<{ name: string }>(stack, 'desk', [
    {
      text: `select table_name as name from information_schema.columns
              where table_schema = 'public' and column_name = 'location_id' order by 1`,
    },
  ]);
  const counts: Record<string, string> = {};
  for (const { name } of tables.filter(({ name: table }) => !ownDoing.includes(table))) {
    const text = `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print
                    from (select * from "${name}" where location_id = $1) t`;
    const [row] = await queryDatabase<{ print: string }>(stack, 'desk', [{ text, values: [locationId] }]);
    counts[name] = row?.print ?? '';
  }
  return counts;
}
