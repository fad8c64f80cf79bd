import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { notConfirmed } from '#lib/server/base/write-audit.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { changeRole, readRoles } from './roles.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  here.platform.members.push(lena);
});

const read = async () =>
  (await readRoles({ desk: testDesk.desk, actor: here.actor }, { accountId: lena.account.accountId })).roles;
const change = (role: 'trainer' | 'gymOwner', isGiven: boolean) =>
  changeRole(
    { desk: testDesk.desk, actor: here.actor },
    {
      locationId: here.location.id,
      accountId: lena.account.accountId,
      role,
      isGiven,
    },
  );

test('a role is granted and revoked without sending the other one', async () => {
  lena.roles = { gymOwner: true };
  await change('trainer', true);
  expect(await read()).toEqual({ trainer: true, gymOwner: true });
  await change('gymOwner', false);
  expect(await read()).toEqual({ trainer: true, gymOwner: false });
  const sent = here.platform.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([{ trainer: true }, { gymOwner: false }]);
});

test('roles missing from the answer are null', async () => {
  here.platform.fault = () => ({ status: 200, body: { trainer: true } });
  expect(await read()).toEqual({ trainer: true, gymOwner: null });
});

test('a change is in the audit log, also where its answer was lost, and a refused one is not', async () => {
  const { accountId } = lena.account;
  const audit = async () => {
    const { db } = testDesk.desk;
    const rows = await db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id)).orderBy(auditLog.at);
    return rows.map(({ at, ...row }) => row);
  };
  here.platform.fault = () => refuse('missingPermission');
  await expect(change('trainer', true)).rejects.toMatchObject({ code: 'permissionMissing' });
  expect(await audit()).toEqual([]);
  here.platform.fault = () => 'reset';
  await expect(change('trainer', true)).rejects.toMatchObject({ code: 'platformUnavailable' });
  here.platform.fault = () => null;
  testDesk.clock.now += 1_000;
  await change('trainer', true);
  const row = { action: 'changeRoles', accountId, staffId: here.actor.staffId };
  expect(await audit()).toMatchObject([
    { ...row, reason: notConfirmed('trainer given') },
    { ...row, reason: 'trainer given' },
  ]);
});

test('a former member has no roles', async () => {
  here.platform.members.length = 0;
  expect(await read()).toBeNull();
  await expect(change('trainer', true)).rejects.toMatchObject({ code: 'notFound' });
});
