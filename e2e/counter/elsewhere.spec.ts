import { randomUUID } from 'node:crypto';
import { expect, test } from '#e2e/base/fixtures.ts';
import { connectOtherSoftware } from '#e2e/base/other-software.ts';

/** A delivery that a busy desk did not answer in time is retried some seconds later. */
const oncePassedOn = { timeout: 60_000 };

test('a member who enters through the turnstile appears in the presence list without a reload, until they leave', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  const turnstile = await connectOtherSoftware(stack, page);
  const lastName = `Drehkreuz${randomUUID().slice(0, 8)}`;
  const inTheGym = page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').filter({ hasText: lastName });
  const accountId = await turnstile.enrol({ firstName: 'Mara', lastName });
  await expect(inTheGym).toHaveCount(0);
  await turnstile.checkIn(accountId);
  await expect(inTheGym).toHaveCount(1, oncePassedOn);
  await expect(inTheGym).toContainText(`Mara ${lastName}`);
  await turnstile.checkOut(accountId);
  await expect(inTheGym).toHaveCount(0, oncePassedOn);

  // deliveries have another method, and nobody but the platform can send one
  const ours = (await turnstile.listWebhooks()).find(({ url }) => url.startsWith(stack.deskUrl));
  if (!ours) throw new Error('The desk has registered no webhook.');
  expect((await fetch(ours.url)).status).toBe(405);
  const headers = { 'x-api-key': 'guessed', 'content-type': 'application/json' };
  expect((await fetch(ours.url, { method: 'POST', headers, body: '{"type":"TEST"}', redirect: 'manual' })).status).toBe(
    401,
  );
});
