import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { connectOtherSoftware } from '#e2e/base/other-software.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

/** A delivery that a busy desk did not answer in time is retried some seconds later. */
const oncePassedOn = { timeout: 60_000 };

const inTheGym = (page: Page, name: string) =>
  page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').filter({ hasText: name });

test('a member who enters through the turnstile appears in the presence list without a reload, until they leave', async ({
  page,
  stack,
}) => {
  const turnstile = await connectOtherSoftware(stack, page);
  const lastName = `Drehkreuz${randomUUID().slice(0, 8)}`;
  const accountId = await turnstile.enrol({ firstName: 'Mara', lastName });
  await expect(inTheGym(page, lastName)).toHaveCount(0);
  await turnstile.checkIn(accountId);
  await expect(inTheGym(page, `Mara ${lastName}`)).toHaveCount(1, oncePassedOn);
  await turnstile.checkOut(accountId);
  await expect(inTheGym(page, lastName)).toHaveCount(0, oncePassedOn);
});

test('the platform’s event about a check-in of the desk is not counted again', async ({ page, desk, stack }) => {
  const countTold = async () => {
    const text = `select count(*)::int as told from webhook_inbox where type = 'GYM_CHECKIN' and account_id is null`;
    return (await queryDatabase<{ told: number }>(stack, 'desk', [{ text }]))[0]?.told ?? 0;
  };
  const before = await countTold();
  const card = desk.card('admitted');
  const since = new Date();
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  await expect.poll(countTold, { timeout: 30_000 }).toBe(before + 1);
  await expect(inTheGym(page, card.name)).toHaveCount(1);
  const text = 'select at from elsewhere_events where at >= $1';
  expect(await queryDatabase(stack, 'desk', [{ text, values: [since] }])).toEqual([]);
});

test('only deliveries of the platform are accepted, and only up to the size of one', async ({ page, stack }) => {
  const turnstile = await connectOtherSoftware(stack, page);
  const ours = (await turnstile.listWebhooks()).find(({ url }) => url.startsWith(stack.deskUrl));
  if (!ours) throw new Error('The desk has registered no webhook.');
  const deliver = async (
    body: string,
    { secret = ours.secret, url = ours.url, contentType = 'application/json' } = {},
  ) => {
    const headers = { 'x-api-key': secret, 'content-type': contentType };
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
    return response.status;
  };
  const event = JSON.stringify({ type: 'TEST', timestamp: Date.now() });
  expect(await deliver(event)).toBe(204);
  expect(await deliver(event, { contentType: 'text/plain' })).toBe(204);
  expect(await deliver(JSON.stringify({ type: 'ADDED_LATER', accountId: 'a', timestamp: 'soon' }))).toBe(204);
  expect(await deliver('GYM_CHECKIN')).toBe(400);
  expect(await deliver(' '.repeat(5_000) + event)).toBe(413);
  expect(await deliver(event, { secret: 'guessed' })).toBe(401);
  expect(await deliver(event, { url: `${stack.deskUrl}/api/hooks/${randomUUID()}` })).toBe(401);
  expect((await fetch(ours.url)).status).toBe(405);
});
