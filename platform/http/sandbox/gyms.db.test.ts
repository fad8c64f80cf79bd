import fs from 'node:fs';
import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { redeemOwnerLink } from '#platform/services/sandbox/owner-links.ts';
import { untilLocked, whileHeldAt } from '#platform/testing/collide.ts';
import { openBrowser } from '#platform/testing/console.ts';
import { exportClientOf } from '#platform/testing/export-client.ts';
import { gymClientOf } from '#platform/testing/gym-client.ts';
import { newMember } from '#platform/testing/members.ts';
import { clientOf } from '#platform/testing/membership-client.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { ownerRules } from '#platform/testing/owner-rules.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { newPublished } from '#platform/testing/published.ts';
import { askSandbox, setFault } from '#platform/testing/sandbox.ts';
import { withNewerZone } from '#shared/testing/newer-zone.ts';

const platform = startTestPlatform();

async function createGym(asked: object = {}) {
  const response = await askSandbox(platform, '/gyms', { method: 'POST', body: asked });
  expect(response.status).toBe(201);
  const gym = await response.json();
  return {
    gym,
    ask: clientOf(platform.app, gym.v2.apiKey),
    askV1: gymClientOf(platform.app, { legacyGymId: gym.v1.gymId, accessToken: gym.v1.accessToken }),
    askExport: exportClientOf(platform.app, gym.export.apiKey),
  };
}

const removeGym = (gymId: string) => askSandbox(platform, `/gyms/${gymId}`, { method: 'DELETE' });

test('a new gym has credentials of all three interfaces, and an owner who signs in by a link, once', async () => {
  const { gym, ask, askV1, askExport } = await createGym({ name: 'Mine' });
  expect(gym).toMatchObject({ name: 'Mine', timeZone: 'Europe/Berlin', v2: { url: 'http://localhost/api/v2' } });
  expect((await ask('listAccounts')).body.total).toBe(gym.members.length);
  expect((await askV1('alive')).status).toBe(204);
  expect((await askExport('getOptedOutUsersExport')).status).toBe(200);
  const redeemLink = (token: string) => redeemOwnerLink(platform.sandbox, token);
  const app = openProcess(platform, { owners: { ...ownerRules, redeemLink } });
  const browser = openBrowser(app);
  const { pathname } = new URL(gym.ownerLink);
  expect((await browser.get(pathname)).location).toBe('/console');
  expect((await browser.get('/console')).page).toContain('Mine');
  expect((await openBrowser(app).get(pathname)).status).toBe(404);
});

test('its time zone is stored by a name that the database knows, and answered', async () => {
  const { gym } = await createGym({ timeZone: 'US/Pacific-New' });
  expect(gym.timeZone).toBe('America/Los_Angeles');
  expect((await (await askSandbox(platform, '/gyms')).json()).gyms).toContainEqual(
    expect.objectContaining({ gymId: gym.gymId, timeZone: gym.timeZone }),
  );
});

test('a time zone that the database knows by no name is refused by the name of its field', async () => {
  const body = { timeZone: 'Mars/Base' };
  const ask = () => askSandbox(platform, '/gyms', { method: 'POST', body });
  const response = await withNewerZone(body.timeZone, ask);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ fieldErrors: [{ name: 'timeZone', rejectedValue: body.timeZone }] });
});

test('each of its members shows one case, by a card that is the same in every gym', async () => {
  const [one, other] = [await createGym(), await createGym()];
  const cardsOf = ({ gym }: typeof one) =>
    gym.members.map(({ shows, rfid }: { shows: string; rfid: string }) => [shows, rfid]);
  expect(cardsOf(one)).toEqual(cardsOf(other));
  const admissions: Record<string, unknown> = {};
  for (const { shows, rfid, accountId } of one.gym.members) {
    expect((await one.ask('getByRfid', { path: { rfid } })).body.accountId, shows).toBe(accountId);
    const { status, body } = await one.ask('checkAdmission', { path: { accountId } });
    admissions[shows] = status === 200 ? body.firstAdmission : body.errorCode;
  }
  const notCorporate = 'forbiddenAction';
  expect(admissions).toEqual({
    admitted: notCorporate,
    contractEndsSoon: notCorporate,
    contractEnded: notCorporate,
    prospect: notCorporate,
    birthday: notCorporate,
    walletPass: notCorporate,
    firstAdmission: true,
    corporateMembershipEnded: 'corporateFitnessMembershipExpired',
    corporateMembershipNotStarted: 'corporateFitnessMembershipNotStarted',
    noGuestProgramme: 'corporateFitnessGymNotInNetworkPlus1',
  });
  expect((await one.ask('getByRfid', { path: { rfid: one.gym.unknownRfid } })).status).toBe(404);
  const pass = one.gym.members.find(({ nfc }: { nfc?: string }) => nfc);
  expect((await one.ask('getByNfc', { path: { nfc: pass.nfc } })).body.accountId).toBe(pass.accountId);
});

test('the cards are those of the documentation', async () => {
  const { gym } = await createGym();
  const documented = fs.readFileSync('docs/decisions/sandbox.md', 'utf8').matchAll(/^\| `(0x\w+)` \| `(\w+)`/gm);
  const cards = gym.members.map(({ rfid, shows }: { rfid: string; shows: string }) => [rfid, shows]);
  const listed = [...documented].map(([, rfid, shows]) => [rfid, shows]);
  expect(listed).toEqual([...cards, [gym.unknownRfid, 'cardUnknown']]);
});

test('each of its entitlements shows one case to a member who is published with it', async () => {
  const { gym, ask } = await createGym();
  const seen: Record<string, unknown> = {};
  for (const [shows, verificationTAN] of Object.entries(gym.tans)) {
    const membership = { membershipType: 'CORPORATE_FITNESS', verificationTAN: String(verificationTAN) } as const;
    const { status, body } = await ask('publishAccount', { body: newMember({ membership }) });
    expect(status, shows).toBe(201);
    const admission = await ask('checkAdmission', { path: { accountId: body.accountId } });
    seen[shows] = admission.status === 200 ? 'admitted' : admission.body.errorCode;
  }
  expect(seen).toEqual({
    admitted: 'admitted',
    corporateMembershipEnded: 'corporateFitnessMembershipExpired',
    corporateMembershipNotStarted: 'corporateFitnessMembershipNotStarted',
    noGuestProgramme: 'corporateFitnessGymNotInNetworkPlus1',
  });
});

test('without a limit a gym is never refused for its rate, in any interface; with it, it is', async () => {
  const [free, limited] = [await createGym({ isLimited: false }), await createGym()];
  const statusesOf = async ({ ask, askV1 }: typeof free) => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 70; sent += 1) {
      statuses.add((await ask('getTasks')).status);
      statuses.add((await askV1('alive')).status);
    }
    return [...statuses].toSorted();
  };
  expect(await statusesOf(free)).toEqual([200, 204]);
  expect((await free.ask('getTasks')).headers.get('x-ratelimit-remaining')).toBe('60');
  expect(await statusesOf(limited)).toEqual([200, 204, 429]);
});

test('without a limit a gym may send any number of wrong TANs; with it, it is refused', async () => {
  const statusesOf = async ({ ask }: Awaited<ReturnType<typeof createGym>>) => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent += 1) {
      const membership = { membershipType: 'CORPORATE_FITNESS', verificationTAN: '000000000' } as const;
      statuses.push((await ask('publishAccount', { body: newMember({ membership }) })).status);
    }
    return statuses;
  };
  expect(await statusesOf(await createGym({ isLimited: false }))).toEqual(Array(11).fill(404));
  expect(await statusesOf(await createGym())).toEqual([...Array(10).fill(404), 429]);
});

test('a client that comes with the token from another machine gets no link of the owner, which would not work there', async () => {
  const token = 'a token of the sandbox, long enough to be one';
  const trustedNetworks = new BlockList();
  trustedNetworks.addSubnet('10.0.0.0', 8);
  const app = openProcess(platform, { sandbox: { ...platform.sandbox, token }, trustedNetworks });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const fromElsewhere = { incoming: { socket: { remoteAddress: '10.1.2.3' } } };
  const ask = async (path: string) => {
    const response = await app.request(`/sandbox${path}`, { method: 'POST', headers, body: '{}' }, fromElsewhere);
    return [response.status, await response.json()] as const;
  };
  const [created, gym] = await ask('/gyms');
  const [reset, again] = await ask(`/gyms/${gym.gymId}/reset`);
  expect([created, gym.ownerLink, reset, again.ownerLink]).toEqual([201, undefined, 200, undefined]);
});

test('a removed gym leaves no row behind, and no other gym loses one', async () => {
  const tables = await platform.rows<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
       AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const countRows = async () => {
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await platform.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
      counts[name] = row?.count ?? 0;
    }
    // versions and buckets are of no gym
    return { ...counts, rate_buckets: 0 };
  };
  const kept = await createGym();
  const before = await countRows();
  const { gym, ask, askV1, askExport } = await createGym();
  const [member] = gym.members;
  const path = { accountId: member.accountId };
  await ask('checkin', { path, body: {} });
  await ask('createTask', {
    body: { name: 'Call', dueDate: '2026-12-01', authorId: member.accountId, targetId: member.accountId },
  });
  await ask('createWebhook', { body: { url: 'http://127.0.0.1:9/', secret: 'a secret' } });
  await ask('sendPushNotificationByAccountId', { path, body: { text: 'Hello' } });
  await askExport('createAsyncExportJob', {
    body: { exportType: 'SMART_STRENGTH_WORKOUTS', startDate: '2026-11-01', endDate: '2026-11-02' },
  });
  await askV1('alive');
  await askSandbox(platform, '/events', { method: 'POST', body: { type: 'EQUIPMENT_CHECKIN', gymId: gym.gymId } });
  await setFault(platform, { gymId: gym.gymId, status: 500 });
  await setFault(platform, { keyId: gym.v2.apiKey.split('_')[1], status: 500 }, 'of-its-key');
  expect(await countRows()).not.toEqual(before);
  expect((await removeGym(gym.gymId.toUpperCase())).status).toBe(204);
  expect(await countRows()).toEqual(before);
  expect((await ask('getTasks')).status).toBe(403);
  expect((await kept.ask('getTasks')).status).toBe(200);
  expect((await removeGym(gym.gymId)).status).toBe(404);
});

test('a gym is removed while its clients still work with it', async () => {
  const { gym, ask } = await createGym({ isLimited: false });
  let isRemoved = false;
  const working = gym.members.map(async ({ accountId }: { accountId: string }) => {
    while (!isRemoved) {
      const { status } = await ask('sendPushNotificationByAccountId', { path: { accountId }, body: { text: 'Hello' } });
      if (status === 403) return;
    }
  });
  await ask('getTasks');
  const { status } = await removeGym(gym.gymId);
  isRemoved = true;
  await Promise.all(working);
  expect(status).toBe(204);
  expect(await platform.rows('SELECT FROM chains WHERE chain_id = $1', [gym.chainId])).toEqual([]);
});

test('a request under way at the removal of its gym is answered like one with an unknown key', async () => {
  const { gym, ask, askV1 } = await createGym();
  const statuses = await whileHeldAt(platform, 'BEFORE INSERT ON accounts FOR EACH ROW', async (goOn) => {
    const asked = [ask('publishAccount', { body: newMember() }), askV1('publishUser', { body: newPublished() })];
    await untilLocked(platform, 2);
    expect((await removeGym(gym.gymId)).status).toBe(204);
    await goOn();
    return (await Promise.all(asked)).map(({ status }) => status);
  });
  expect(statuses).toEqual([403, 401]);
});

test('a rule with a character that PostgreSQL’s texts cannot have keeps no gym from being removed', async () => {
  const { gym } = await createGym();
  await setFault(platform, { body: 'a\u0000', operations: ['getByNfc'] }, 'odd');
  expect((await removeGym(gym.gymId)).status).toBe(204);
  expect((await askSandbox(platform, '/faults/odd', { method: 'DELETE' })).status).toBe(204);
});

test('many tests at once, a gym each, with faults and clocks of their own, do not notice each other', async () => {
  const runs = Array.from({ length: 25 }, async (_, index) => {
    const { gym, ask } = await createGym({ name: `Gym ${index}` });
    const status = index % 2 === 0 ? 500 : 429;
    await setFault(platform, { gymId: gym.gymId, status, operations: ['getTasks'], times: 1 }, `of-${index}`);
    const now = new Date(Date.UTC(2027, 0, 1 + index, 12)).toISOString();
    await askSandbox(platform, `/gyms/${gym.gymId}/clock`, { method: 'PUT', body: { now, isFrozen: true } });
    const [member] = gym.members;
    await ask('checkin', { path: { accountId: member.accountId }, body: {} });
    const [visit] = await platform.rows<{ at: Date }>(
      'SELECT occurred_at AS at FROM visits WHERE chain_id = $1 AND gym_id = $2',
      [gym.chainId, gym.gymId],
    );
    const statuses = [(await ask('getTasks')).status, (await ask('getTasks')).status];
    const members = (await ask('listAccounts')).body.total;
    await removeGym(gym.gymId);
    return {
      visit: visit?.at.toISOString(),
      statuses,
      members,
      isGone: (await ask('getTasks')).status === 403,
      now,
      status,
    };
  });
  for (const { visit, statuses, members, isGone, now, status } of await Promise.all(runs)) {
    expect({ visit, statuses, members, isGone }).toEqual({
      visit: now,
      statuses: [status, 200],
      members: 10,
      isGone: true,
    });
  }
});

test('training is invented for a period of a gym, and the data export has it', async () => {
  const { gym, askExport } = await createGym();
  const body = { members: 12, days: 10, until: '2026-11-19' };
  const invent = (asked: object) =>
    askSandbox(platform, `/gyms/${gym.gymId}/training`, { method: 'POST', body: asked });
  const response = await invent(body);
  const told = await response.json();
  expect([response.status, told]).toMatchObject([201, { members: 12, firstDay: '2026-11-10', lastDay: '2026-11-19' }]);
  expect(told.events.SMART_STRENGTH_WORKOUTS).toBeGreaterThan(0);
  const countWorkouts = async () => {
    const [row] = await platform.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM strength_workouts WHERE chain_id = $1',
      [gym.chainId],
    );
    return row?.count;
  };
  expect(await countWorkouts()).toBe(told.events.SMART_STRENGTH_WORKOUTS);
  expect((await (await invent(body)).json()).events).toEqual(told.events);
  expect(await countWorkouts()).toBe(told.events.SMART_STRENGTH_WORKOUTS);
  const query = { startDate: '2026-11-10', endDate: '2026-11-19' };
  expect((await askExport('getSmartStrengthWorkoutsExport', { query })).status).toBe(200);
  const wrong = await invent({ people: 3 });
  expect([wrong.status, (await wrong.json()).fieldErrors[0].name]).toEqual([400, 'people']);
  for (const until of ['0001-01-01', '9999-12-31']) {
    const far = await invent({ members: 1, days: 1, until });
    expect([far.status, (await far.json()).fieldErrors[0].name]).toEqual([400, 'until']);
  }
  const nowhere = await askSandbox(platform, '/gyms/none/training', { method: 'POST', body: {} });
  expect(nowhere.status).toBe(404);
});

test('all gyms that were made here are listed, without their keys, and can be removed together', async () => {
  const operated = await platform.newGym();
  const { gym, ask } = await createGym({ name: 'Listed' });
  const listed = await (await askSandbox(platform, '/gyms')).json();
  const { gymId, chainId, legacyGymId, timeZone } = gym;
  const { createdAt, ...last } = listed.gyms.at(-1);
  expect(last).toEqual({ gymId, chainId, legacyGymId, name: 'Listed', timeZone, isLimited: true });
  expect(createdAt).toBe(platform.time.now.toISOString());
  expect((await askSandbox(platform, '/gyms', { method: 'DELETE' })).status).toBe(204);
  expect(await (await askSandbox(platform, '/gyms')).json()).toEqual({ gyms: [] });
  expect([(await ask('getTasks')).status, (await operated.ask('getTasks')).status]).toEqual([403, 200]);
});

test('only a gym that was made here can be removed', async () => {
  const operated = await platform.newGym();
  expect((await removeGym(operated.gymId)).status).toBe(404);
  expect((await operated.ask('getTasks')).status).toBe(200);
  expect((await removeGym('none')).status).toBe(404);
});

test.each<[string, object, string[]]>([
  ['an unknown field', { owner: 'me' }, ['owner']],
  ['a time zone that does not exist', { timeZone: 'Europe/Munich' }, ['timeZone']],
  ['an abbreviation as time zone', { timeZone: 'PST' }, ['timeZone']],
  ['a name that cannot be stored', { name: 'a\u0000' }, ['name']],
  ['a language without products', { locale: 'fr' }, ['locale']],
])('%s is refused by its name', async (_, asked, fields) => {
  const response = await askSandbox(platform, '/gyms', { method: 'POST', body: asked });
  const { fieldErrors } = await response.json();
  expect([response.status, fieldErrors.map(({ name }: { name: string }) => name)]).toEqual([400, fields]);
});
