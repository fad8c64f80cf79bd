import fs from 'node:fs';
import path from 'node:path';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';
import { demoGyms } from '#platform/simulator/demo-gyms.ts';
import { askSandbox } from '#tools/testing/ask-sandbox.ts';
import type { Stack } from '#tools/testing/stack.ts';

const dayMs = 24 * 3_600_000;
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** Some days of training at the demo's first gym. */
async function train(stack: Stack): Promise<string> {
  const { gymId } = demoGyms.west;
  await askSandbox(stack, { method: 'POST', path: `/gyms/${gymId}/training`, body: { members: 3, days: 14 } });
  return gymId;
}

/** How many workouts the pages of the data export have of these days. */
async function countWorkouts(stack: Stack, gymId: string, days: Record<string, string>): Promise<number> {
  const { exportKeys } = JSON.parse(fs.readFileSync(path.join(stack.dataDir, 'demo.json'), 'utf8'));
  const url = `${stack.platformUrl}/api/v1/data/smart-strength-workouts?${new URLSearchParams(days)}`;
  const answer = await fetch(url, { headers: { 'x-api-key': exportKeys[gymId] } });
  const { data, nextCursor } = await answer.json();
  expect(nextCursor).toBeNull();
  return data.length;
}

test.afterEach(({ stack }) => queryDatabase(stack, 'desk', [{ text: 'delete from export_orders' }]));

test('a manager orders a file in the office, and downloads what the platform has written; the log has both', async ({
  page,
  stack,
}) => {
  const gymId = await train(stack);
  const days = { startDate: dayBefore(28), endDate: dayBefore(1) };
  const workouts = await countWorkouts(stack, gymId, days);
  expect(workouts).toBeGreaterThan(0);
  await signInAs(page.request, stack, 'manager');
  await page.goto('/office/connection');
  const files = page.getByRole('region', { name: 'Files from the data export' });
  await files.getByRole('button', { name: 'Order file' }).click();
  await expect(page.getByText('The file is ordered. The list shows when it is ready.')).toBeVisible();
  const order = files.getByRole('listitem');
  await expect(order).toContainText('Mira Sommer');
  // the page is not touched meanwhile
  await expect(order).toContainText('Ready, until');

  const [file] = await Promise.all([page.waitForEvent('download'), order.getByRole('link').click()]);
  expect(file.suggestedFilename()).toBe(`workouts-${days.startDate}-${days.endDate}.csv`);
  const [head, ...rows] = fs
    .readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head).toContain('eventTimestamp');
  expect(rows).toHaveLength(workouts);
  // what opens the file at the platform stays on the server
  expect(file.url()).toContain(`${stack.deskUrl}/api/desk/export-orders/file?`);
  expect(await page.content()).not.toContain(`${stack.platformUrl}/exports/`);

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  const log = page.getByRole('table', { name: 'Log' });
  await expect(log).toContainText('Downloaded a file of training data');
  await expect(log).toContainText('Ordered a file of training data');
});
