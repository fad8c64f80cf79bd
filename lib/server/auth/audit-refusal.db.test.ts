import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { runAction } from '#lib/server/actions/run-action.ts';
import { runTap } from '#lib/server/actions/tap-actions.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { browser, browserRequest, signIn as signInAt } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { openPage } from './open-page.ts';
import { requireStaff } from './require-staff.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let staffId: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  staffId = await signIn('trainer');
});

const signIn = (role: StaffRole) => signInAt(testDesk, role, here);
const told = () => testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
const refused = (reason: string) => ({
  action: 'refusePermission',
  staffId,
  reason,
  clientAddress: browser.clientAddress,
  accountId: null,
});
const never = async () => {
  throw new Error('This was not to be done.');
};
const input = z.object({ locationId: z.uuid() });
const at = ({ location }: TestLocation) => ({ locationId: location.id });
const request = (place = here) => browserRequest(`http://desk/api?${new URLSearchParams(at(place))}`);

describe('the audit log has refused permissions with person and address', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['an action', () => runAction({ permission: 'editMembers', input }, at(here), never), 'editMembers'],
    ['a read', async () => answerGet(await request(), { permission: 'readMembers' }, never), 'readMembers'],
    ['a route with its own answer', () => requireStaff('manageLocation'), 'manageLocation'],
    ['a page', () => openPage('manageLocation', Promise.resolve({ gym: here.location.slug })), 'manageLocation'],
  ])('%s', async (_, ask, permission) => {
    await ask().catch(() => {});
    expect(await told()).toMatchObject([refused(permission)]);
  });

  test('a tap is logged with the permission of its operation, not the one of all taps, and without the member', async () => {
    staffId = await signIn('reception');
    const lena = inventMember();
    const tap = {
      ...here.tap(),
      ...at(here),
      kind: 'admitAnyway',
      accountId: lena.account.accountId,
      reason: 'because I can',
    };
    expect(await runTap('http://desk/api/desk/taps', async () => tap)).toMatchObject({
      ok: false,
      error: { code: 'notAllowed' },
    });
    expect(await told()).toMatchObject([refused('overrideAdmission')]);
    expect(JSON.stringify(await told())).not.toMatch(new RegExp(`${lena.account.accountId}|because`));
  });

  test.each<[string, (place: TestLocation) => Promise<unknown>]>([
    ['an action', (place) => runAction({ permission: 'readFloor', input }, at(place), never)],
    ['a read', async (place) => answerGet(await request(place), { permission: 'readFloor' }, never)],
  ])('also for another location than the browser’s last one, for %s', async (_, ask) => {
    await ask(await testDesk.openLocation());
    expect(await told()).toMatchObject([refused('readFloor')]);
  });

  test('once a minute, however often it is tried', async () => {
    const ask = async () => answerGet(await request(), { permission: 'readMembers' }, never);
    for (let i = 0; i < 3; i += 1) await ask();
    expect(await told()).toHaveLength(1);
    testDesk.clock.now += 60_000;
    await ask();
    expect(await told()).toHaveLength(2);
  });

  test('other failures are not logged', async () => {
    expect(await runAction({ permission: 'readFloor', input }, 1, never)).toMatchObject({ ok: false });
    expect(await told()).toEqual([]);
  });
});

test.each([
  ['of an earlier version', () => ({ user: { id: staffId } })],
  ['without a version', (claim: object) => ({ ...claim, version: undefined })],
  ['without a session', (claim: object) => ({ ...claim, sessionId: undefined })],
])('the cookie %s is not a valid session', async (_, made) => {
  const read = async () =>
    answerGet(await request(), { permission: 'readFloor' }, async ({ staff }) => Response.json(staff.id));
  expect(await (await read()).json()).toBe(staffId);
  browser.claim = made(browser.claim ?? {});
  expect((await read()).status).toBe(401);
  expect(await told()).toEqual([]);
});
