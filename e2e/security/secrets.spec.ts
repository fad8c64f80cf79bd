import fs from 'node:fs';
import path from 'node:path';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { connectOtherSoftware } from '#e2e/base/other-software.ts';
import { pathHere } from '#e2e/base/path-here.ts';

function* filesIn(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(file);
    else yield file;
  }
}

test('no key and no secret is in any response or any file for the browser', async ({ page, desk, stack }) => {
  const { deskSecret, apiKeys, exportKeys } = JSON.parse(
    fs.readFileSync(path.join(stack.dataDir, 'demo.json'), 'utf8'),
  );
  const keys = [apiKeys, exportKeys].flatMap(Object.values) as string[]; // safe because: the launcher wrote this file
  const secrets: string[] = [deskSecret, ...keys];
  const bodies: Promise<[string, string]>[] = [];
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('event-stream')) return;
    const text = async () =>
      `${JSON.stringify(response.headers())}${(await response.body().catch(() => '')).toString()}`;
    bodies.push(text().then((body) => [response.url(), body]));
  });

  await desk.signIn(page);
  const { listWebhooks } = await connectOtherSoftware(stack, page);
  await expect.poll(listWebhooks).not.toEqual([]);
  const webhooks = await listWebhooks();
  secrets.push(...webhooks.map(({ secret }) => secret));
  for (const shows of ['admitted', 'corporateMembershipEnded', 'cardUnknown'])
    await desk.scan(page, desk.card(shows).value);
  await expect(verdict(page, 'unknown')).toBeVisible();
  for (const read of [
    await pathHere(page, '/api/desk/presence'),
    await pathHere(page, '/api/desk/status'),
    '/ready',
    '/api/clock',
    '/api/auth/session',
    '/nowhere',
  ]) {
    await page.request.get(read).then(async (response) => bodies.push(Promise.resolve([read, await response.text()])));
  }
  const files = [...filesIn('.next/static')].map((file): [string, string] => [file, fs.readFileSync(file, 'latin1')]);
  const seen = [...(await Promise.all(bodies)), ...files];
  expect(seen.length).toBeGreaterThan(20);
  const secretParts = secrets
    .flatMap((secret) => [secret, secret.split('_').at(-1) ?? secret])
    // a random text may contain the separator near its end
    .filter((part) => part.length >= 16);
  const leaks = seen.filter(([, body]) => secretParts.some((secret) => body.includes(secret)));
  expect(leaks.map(([place]) => place)).toEqual([]);

  // control: the same search finds what is really there
  expect(seen.some(([, body]) => body.includes('Scan or search'))).toBe(true);
});

test('reads and live events are answered with 401 without a session', async ({ playwright, stack }) => {
  const anonymous = await playwright.request.newContext({ baseURL: stack.deskUrl });
  for (const read of ['/api/desk/presence', '/api/desk/status', '/api/live']) {
    expect((await anonymous.get(read)).status(), read).toBe(401);
  }
  const headers = { origin: stack.deskUrl };
  expect((await anonymous.post('/api/desk/taps', { headers, data: {} })).status()).toBe(401);
  await anonymous.dispose();
});
