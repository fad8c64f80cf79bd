import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { replaceApiKey } from './api-key.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const stored = () => requireLocation(testDesk.desk.db, here.location.id);
const replace = async (apiKey: string) => replaceApiKey(await contextOf(testDesk.desk, here.actor.staffId), { apiKey });
const connection = async () => (await readStatus({ desk: testDesk.desk, actor: here.actor })).connection.state;

test('a key that the platform accepts is in use at once, and the audit log names who entered it', async () => {
  here.platform.apiKey = 'another';
  await ping(testDesk.desk.gymClientOf(here.location));
  expect(await connection()).toBe('keyRejected');
  expect(await replace('another')).toEqual({ kind: 'kept' });
  expect(await connection()).toBe('reachable');
  expect((await ping(testDesk.another().gymClientOf(await stored()))).ok).toBe(true);
  const entries = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
  expect(entries).toMatchObject([{ action: 'setLocation', staffId: here.actor.staffId, reason: 'apiKey' }]);
});

test('a key that the platform rejects or cannot check changes nothing', async () => {
  expect(await replace('wrong')).toEqual({ kind: 'rejected' });
  here.platform.fault = () => refuse('missingPermission');
  expect(await replace('narrow')).toEqual({ kind: 'permissionMissing' });
  here.platform.fault = () => ({ status: 500, body: {} });
  expect(await replace('perhaps')).toEqual({ kind: 'unreachable', cause: 'failing' });
  here.platform.fault = () => ({ status: 302, headers: { location: '/sign-in' } });
  expect(await replace('perhaps')).toEqual({ kind: 'unreachable', cause: 'portal' });
  expect(await stored()).toEqual(here.location);
  // the attempts must not change the status of the key in use
  expect(await connection()).toBe('reachable');
});
