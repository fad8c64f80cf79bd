import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { hireStaff } from '#e2e/base/hire-staff.ts';
import { requestSignIn } from '#e2e/base/sign-in-request.ts';
import { FakeExport } from '#lib/testing/fake-export.ts';
import { FakePlatform } from '#lib/testing/fake-platform.ts';
import { pathAt } from '#lib/wire/path-at.ts';

const email = 'mira.sommer@export.example';
const path = '/exports/c2VhbGVk';
const content = `externalAccountId,machineType\r\n${'a,LEG_PRESS\r\n'.repeat(20_000)}`;
let platform: FakePlatform;
let dataExport: FakeExport;
let request: APIRequestContext;
let file: string;

test.beforeAll(async ({ playwright, stack }) => {
  [platform, dataExport] = await Promise.all([new FakePlatform().start(), new FakeExport().start()]);
  const { id } = await stack.deskAdmin<{ id: string }>(
    ['add-location', '--name', 'With files', '--time-zone', 'Europe/Berlin', '--api-url', platform.url],
    platform.apiKey,
  );
  const connection = ['--export-url', dataExport.url, '--export-key', '-'];
  await stack.deskAdmin(['set-location', '--location', id, ...connection], dataExport.apiKey);
  await hireStaff(stack, { email, name: 'Mira Sommer', role: 'manager', locationIds: [id] });
  const [orderId, jobId] = [randomUUID(), randomUUID()];
  dataExport.jobs.set(jobId, { status: 'DONE', downloadURL: `${dataExport.url}${path}` });
  const text = `insert into export_orders (location_id, order_id, data_set, first_day, last_day, file_type, staff_id,
                  ordered_at, state, job_id)
                select $1, $2, 'workouts', '2026-10-01', '2026-10-31', 'CSV', id, now(), 'done', $3
                from staff where email = $4`;
  await queryDatabase(stack, 'desk', [{ text, values: [id, orderId, jobId, email] }]);
  request = await playwright.request.newContext({ baseURL: stack.deskUrl });
  const given = { email, password: stack.password };
  expect(await requestSignIn(request, stack, { means: 'credentials', given })).toBe('signedIn');
  file = pathAt(id, '/api/desk/export-orders/file', { orderId });
});
test.afterAll(() => Promise.all([platform.stop(), dataExport.stop(), request.dispose()]));

test('a file of the data export passes through the desk whole, and one that is cut fails at the browser', async () => {
  dataExport.files.set(path, (response) => response.writeHead(200).end(content));
  const whole = await request.get(file);
  expect(await whole.text()).toBe(content);
  expect(whole.headers()).toMatchObject({
    'content-disposition': 'attachment; filename="workouts-2026-10-01-2026-10-31.csv"',
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
  });
  for (const headers of [{}, { 'content-length': content.length }]) {
    dataExport.files.set(path, (response) => {
      response.writeHead(200, headers).write(content.slice(0, 100_000), () => response.destroy());
    });
    await expect(request.get(file)).rejects.toThrow();
  }
});

test('the desk leaves the platform when the browser leaves', async ({ stack }) => {
  const closed = Promise.withResolvers<void>();
  dataExport.files.set(path, (response) => {
    response.on('close', closed.resolve);
    response.writeHead(200).write('a'.repeat(100_000));
  });
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const leaving = new AbortController();
  const response = await fetch(stack.deskUrl + file, { headers: { cookie }, signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await closed.promise;
});
