import { beforeEach, expect, test } from 'vitest';
import { readLog } from '#lib/server/audit/read-log.ts';
import { browserRequest, signIn } from '#lib/testing/browser.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { statementsOf } from '#lib/testing/statements.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { GET } from './route.ts';

const testDesk = setUpStartedDesk();
const { enrol } = statementsOf(testDesk);
let here: TestLocation;
let old: TestLocation;

beforeEach(async () => {
  [here, old] = [await testDesk.openLocation(), await testDesk.openLocation()];
});

const get = async (query: Record<string, string>) =>
  GET(
    await browserRequest(
      `http://desk${pathAt(here.location.id, '/api/desk/reports/corporate-statement/file', { month: '2026-11', ...query })}`,
    ),
  );

test('the file of a retired gym has its admissions and its name, and is in the log of the gym of the page', async () => {
  const lena = enrol(old, { firstAdmission: true });
  await lena.scan();
  await enrol(here, { firstAdmission: true }).scan();
  const { slug, name } = await old.retire();
  const staffId = await signIn(testDesk, 'manager', here, old);
  const response = await get({ retired: slug });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`${slug}-corporate-fitness-2026-11.csv`);
  const lines = (await response.text()).trim().split('\r\n');
  expect(lines.slice(1)).toEqual([
    `2026-11-21,09:41:07,${lena.membershipId},${lena.accountId},Admission,,yes,,,,${name}`,
  ]);
  const { entries } = await readLog(await contextOf(testDesk.desk, staffId, here.location.id), {});
  expect(entries.filter(({ action }) => action === 'exportStatement').map(({ details }) => details)).toEqual([
    [
      { label: 'firstDay', text: '2026-11-01' },
      { label: 'lastDay', text: '2026-11-30' },
      { label: 'gym', text: name },
    ],
  ]);
});

test('the file of a gym that is in use has no other address than its own', async () => {
  await signIn(testDesk, 'manager', here, old);
  expect((await get({ retired: old.location.slug })).status).toBe(403);
  expect((await get({})).status).toBe(200);
});
