import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { deletesMore, type Retention, retention, retentionLimits, retentionNames } from '#lib/wire/retention.ts';
import { changeRetention } from './change-retention.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let manager: StaffContext;

beforeEach(async () => {
  here = await testDesk.openLocation();
  manager = await contextOf(testDesk.desk, here.actor.staffId);
});

const stored = async (id: string) => {
  const [location] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, id));
  return retention.parse(location);
};
const audited = () =>
  testDesk.desk.db
    .select({ action: auditLog.action, staffId: auditLog.staffId, reason: auditLog.reason })
    .from(auditLog)
    .where(eq(auditLog.locationId, here.location.id));

const keepsAll: Retention = { keepVisitsMonths: null, keepAuditLogMonths: null, keepWebhooksMonths: null };

test('a new location keeps everything', async () => {
  expect(await stored(here.location.id)).toEqual(keepsAll);
});

test('a choice is stored for this location only, and the audit log has old and new values', async () => {
  const there = await testDesk.openLocation();
  const first = { ...keepsAll, keepVisitsMonths: 24 };
  await changeRetention(manager, { base: keepsAll, chosen: first });
  await changeRetention(manager, { base: first, chosen: first });
  await changeRetention(manager, { base: first, chosen: { ...keepsAll, keepAuditLogMonths: 12 } });
  expect(await stored(here.location.id)).toEqual({ ...keepsAll, keepAuditLogMonths: 12 });
  expect(await stored(there.location.id)).toEqual(keepsAll);
  const row = { action: 'changeLocation', staffId: here.actor.staffId };
  expect((await audited()).toSorted((a, b) => String(a.reason).localeCompare(String(b.reason)))).toEqual([
    { ...row, reason: 'keepVisitsMonths 24 → none; keepAuditLogMonths none → 12' },
    { ...row, reason: 'keepVisitsMonths none → 24' },
  ]);
});

test('a form opened before other changes neither reverts them nor deletes what they keep', async () => {
  const year = { ...keepsAll, keepVisitsMonths: 12 };
  await changeRetention(manager, { base: keepsAll, chosen: { ...keepsAll, keepVisitsMonths: 24 } });
  await changeRetention(manager, { base: keepsAll, chosen: { ...keepsAll, keepAuditLogMonths: 12 } });
  const both = { ...keepsAll, keepVisitsMonths: 24, keepAuditLogMonths: 12 };
  expect(await stored(here.location.id)).toEqual(both);
  expect(await changeRetention(manager, { base: keepsAll, chosen: year })).toEqual({
    kind: 'changedMeanwhile',
    now: both,
    conflicts: ['keepVisitsMonths'],
  });
  expect(await stored(here.location.id)).toEqual(both);
});

test.each(retentionNames)('%s outside its limits is refused', (name) => {
  const { min, max } = retentionLimits[name];
  for (const months of [min - 1, max + 1, 5.5]) {
    const parsed = retention.safeParse({ ...keepsAll, [name]: months });
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
  }
});

test('fewer months than before delete more, and so does any limit after none', () => {
  const year = { ...keepsAll, keepVisitsMonths: 12 };
  expect(deletesMore(keepsAll, year)).toBe(true);
  expect(deletesMore(year, { ...year, keepVisitsMonths: 11 })).toBe(true);
  expect(deletesMore(year, { ...year, keepVisitsMonths: 13 })).toBe(false);
  expect(deletesMore(year, keepsAll)).toBe(false);
});
