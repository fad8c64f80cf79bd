import { afterEach, expect, test } from 'vitest';
import { systemClock } from '#platform/base/clock-and-ids.ts';
import { clockOf } from '#platform/services/sandbox/clock/clock-of.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { createMember } from '#platform/testing/members.ts';
import { clientOf } from '#platform/testing/membership-client.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { askSandbox } from '#platform/testing/sandbox.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();
/** A process that works with the clock of the sandbox. */
function openMoved() {
  let moves = 0;
  const queueAnalytics = async () => {
    moves += 1;
  };
  const { sandbox } = platform;
  const app = openProcess(platform, { sandbox, clock: clockOf(sandbox), realClock: systemClock, queueAnalytics });
  const put = async (body: unknown) => askSandbox({ app }, '/clock', { method: 'PUT', body });
  return { app, put, movesOf: () => moves };
}
afterEach(async () => {
  expect((await askSandbox(openMoved(), '/clock', { method: 'DELETE' })).status).toBe(200);
});

test('the clock is the real one until it is moved, and again after it was reset', async () => {
  const { app, put } = openMoved();
  const isReal = async () => {
    const before = Date.now();
    const { now, ...rest } = await (await askSandbox({ app }, '/clock')).json();
    expect(rest).toEqual({ isFrozen: false, offsetMs: 0 });
    expect(new Date(now).getTime()).toBeGreaterThanOrEqual(before);
    expect(new Date(now).getTime()).toBeLessThanOrEqual(Date.now());
  };
  await isReal();
  await put({ advanceMs: dayMs });
  expect((await (await askSandbox({ app }, '/clock')).json()).offsetMs).toBe(dayMs);
  await askSandbox({ app }, '/clock', { method: 'DELETE' });
  await isReal();
});

test('a frozen clock stands still, can be moved on, and goes on from there', async () => {
  const { put, movesOf } = openMoved();
  const now = '2027-03-01T09:00:00.000Z';
  expect(await (await put({ now, isFrozen: true })).json()).toMatchObject({ now, isFrozen: true });
  const later = '2027-03-01T10:00:00.000Z';
  expect(await (await put({ advanceMs: 3_600_000, isFrozen: true })).json()).toMatchObject({ now: later });
  const going = await (await put({ isFrozen: false })).json();
  expect(going).toMatchObject({ isFrozen: false });
  expect(new Date(going.now).getTime()).toBeGreaterThanOrEqual(new Date(later).getTime());
  expect(movesOf()).toBe(3);
});

test('clients that advance a clock at the same time all advance it', async () => {
  const { app, put } = openMoved();
  await Promise.all(Array.from({ length: 4 }, () => put({ advanceMs: dayMs })));
  expect((await (await askSandbox({ app }, '/clock')).json()).offsetMs).toBe(4 * dayMs);
});

test('a clock that is advanced again and again goes exactly as far', async () => {
  const { app, put } = openMoved();
  for (let times = 0; times < 300; times += 1) await put({ advanceMs: 1_000 });
  expect((await (await askSandbox({ app }, '/clock')).json()).offsetMs).toBe(300_000);
});

test('credentials refill while the clock stands still', async () => {
  const gym = await platform.newGym();
  const { app, put } = openMoved();
  await put({ isFrozen: true });
  const ask = clientOf(app, gym.apiKey);
  const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await ask('getTasks')).status));
  expect(statuses).toContain(429);
  await until(async () => expect((await ask('getTasks')).status).toBe(200));
});

test('rules of time follow the clock: a contract begins and ends, a visit is stamped', async () => {
  const gym = await platform.newGym({ isInCorporateNetwork: true });
  const { app, put } = openMoved();
  const ask = clientOf(app, gym.apiKey);
  const entitlement = { startsOn: '2027-02-01', endsOn: '2027-02-28' };
  const { tan } = await platform.operate((operator) => issueTan(operator, entitlement));
  const membership = { membershipType: 'CORPORATE_FITNESS', verificationTAN: tan } as const;
  const accountId = await createMember(gym, { membership });
  const path = { accountId };
  const askAt = async (now: string) => {
    await put({ now, isFrozen: true });
    const { status, body } = await ask('checkAdmission', { path });
    return status === 200 ? 'admitted' : body.errorCode;
  };
  expect(await askAt('2027-01-31T22:59:00Z')).toBe('corporateFitnessMembershipNotStarted');
  expect(await askAt('2027-01-31T23:00:00Z')).toBe('admitted');
  expect(await askAt('2027-02-28T23:00:00Z')).toBe('corporateFitnessMembershipExpired');
  expect((await ask('checkin', { path, body: {} })).status).toBe(204);
  expect(await platform.rows('SELECT occurred_at FROM visits WHERE account_id = $1', [accountId])).toEqual([
    { occurred_at: new Date('2027-02-28T23:00:00Z') },
  ]);
});

test('the clock of one gym is moved for this gym alone, which follows the platform’s again afterwards', async () => {
  const { app } = openMoved();
  const openGym = async () => {
    const gym = await (await askSandbox({ app }, '/gyms', { method: 'POST', body: {} })).json();
    const notStarted = gym.members.find(({ shows }: { shows: string }) => shows === 'corporateMembershipNotStarted');
    const admit = async () => {
      const answer = await clientOf(app, gym.v2.apiKey)('checkAdmission', {
        path: { accountId: notStarted.accountId },
      });
      return answer.status === 200 ? 'admitted' : answer.body.errorCode;
    };
    return { admit, clock: `/gyms/${gym.gymId}/clock` };
  };
  const [one, other] = [await openGym(), await openGym()];
  const early = 'corporateFitnessMembershipNotStarted';
  const ahead = { advanceMs: 11 * dayMs };
  expect((await askSandbox({ app }, one.clock, { method: 'PUT', body: ahead })).status).toBe(200);
  expect([await one.admit(), await other.admit()]).toEqual(['admitted', early]);
  const offsetsOf = async () =>
    Promise.all(
      [one.clock, other.clock, '/clock'].map(async (path) => (await (await askSandbox({ app }, path)).json()).offsetMs),
    );
  expect(await offsetsOf()).toEqual([11 * dayMs, 0, 0]);
  await askSandbox({ app }, one.clock, { method: 'DELETE' });
  expect(await one.admit()).toBe(early);
  await askSandbox({ app }, '/clock', { method: 'PUT', body: ahead });
  expect(await offsetsOf()).toEqual([11 * dayMs, 11 * dayMs, 11 * dayMs]);
  expect([await one.admit(), await other.admit()]).toEqual(['admitted', 'admitted']);
});

test('a gym that was not made here has no clock of its own', async () => {
  const { gymId } = await platform.newGym();
  const { app } = openMoved();
  for (const id of [gymId, 'none']) {
    const moved = await askSandbox({ app }, `/gyms/${id}/clock`, { method: 'PUT', body: { advanceMs: 1 } });
    expect(moved.status, id).toBe(404);
    expect((await askSandbox({ app }, `/gyms/${id}/clock`)).status, id).toBe(404);
  }
});

test.each<[unknown, string[]]>([
  [{}, ['now']],
  [{ now: 'tomorrow' }, ['now']],
  [{ now: '2099-01-01T00:00:00Z' }, ['now']],
  [{ advanceMs: 1e15, frozen: true }, ['advanceMs', 'frozen']],
])('%j is refused, and nothing moves', async (asked, fields) => {
  const { app, put, movesOf } = openMoved();
  const response = await put(asked);
  const { fieldErrors } = await response.json();
  expect([response.status, fieldErrors.map(({ name }: { name: string }) => name)]).toEqual([400, fields]);
  expect(await (await askSandbox({ app }, '/clock')).json()).toMatchObject({ isFrozen: false, offsetMs: 0 });
  expect(movesOf()).toBe(0);
});
