import fs from 'node:fs';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { openMember } from '#e2e/base/open-member.ts';
import { letPosts, routePosts } from '#e2e/base/posts.ts';
import type { Stack } from '#tools/testing/stack.ts';

type Line = Record<string, unknown> & { platform?: { platformRequestId?: string }[] };

const linesOf = ({ dataDir }: Stack, program: 'desk' | 'platform'): Line[] =>
  fs
    .readFileSync(path.join(dataDir, 'logs', `${program}.log`), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []));

const endFaults = (stack: Stack) => fetch(`${stack.platformUrl}/sandbox/faults`, { method: 'DELETE' });
const setFaults = (stack: Stack, faults: object) =>
  fetch(`${stack.platformUrl}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
test.afterEach(async ({ stack }) => void (await endFaults(stack)));

/** The lines in the logs of both programs about the failure with the number that a user was shown. */
async function follow(stack: Stack, requestId: string | undefined) {
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  // beside the request's own line, if it detected that the platform is unreachable
  const anotherState = 'the connection to a platform is in another state';
  const ofDesk = () =>
    linesOf(stack, 'desk').filter((line) => line.requestId === requestId && line.msg !== anotherState);
  await expect.poll(ofDesk).toHaveLength(1);
  const [line] = ofDesk();
  const platformRequestId = line?.platform?.[0]?.platformRequestId;
  const ofPlatform = linesOf(stack, 'platform').filter((line) => line.requestId === platformRequestId);
  return { line, ofPlatform };
}

test('an unconfirmed scan can be traced from the desk’s response to the line of the platform', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  await setFaults(stack, { status: 500 });
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/desk/taps');
  await desk.scan(page, desk.card('otherGym').value);
  await expect(verdict(page, 'unconfirmed')).toBeVisible();
  const requestId = (await answered).headers()['x-request-id'];
  const { line, ofPlatform } = await follow(stack, requestId);
  const problem = { operation: 'getByRfid', because: 'failed', status: 500 };
  expect(line).toMatchObject({ level: 40, route: '/api/desk/taps', code: 'unconfirmed', platform: [problem] });
  expect(ofPlatform).toMatchObject([
    { clientRequestId: requestId, route: '/api/v2/accounts/rfid/:rfid', status: 500, msg: 'request' },
  ]);
});

test('a server action that fails is named in its line, with the platform’s error', async ({ page, desk, stack }) => {
  await desk.signIn(page, 'manager');
  await page.goto(`${stack.deskUrl}/office/location`);
  const answered = page.waitForResponse((response) => 'next-action' in response.request().headers());
  await page.getByLabel('New API key').fill('fd_unknown');
  await page.keyboard.press('Enter');
  const { line, ofPlatform } = await follow(stack, (await answered).headers()['x-request-id']);
  const problem = { because: 'keyRejected', status: 403, errorCode: 'forbiddenAction' };
  expect(line).toMatchObject({
    level: 40,
    route: '/g/[gym]/office/location',
    action: 'saveApiKey',
    platform: [problem],
  });
  expect(ofPlatform).toMatchObject([{ clientRequestId: line?.requestId, status: 403 }]);
});

test('a visit that waits for the platform has a line for each attempt, with an id that the platform has too', async ({
  page,
  desk,
  stack,
}) => {
  test.slow();
  await desk.signIn(page);
  await setFaults(stack, { status: 500, operations: ['checkin'] });
  await desk.scan(page, desk.card('admitted').value);
  // one that timed out has no id of the platform
  const attempts = () =>
    linesOf(stack, 'desk').filter((line) => line.queue === 'send-visit' && line.platform?.[0]?.platformRequestId);
  await expect.poll(() => attempts().length, { timeout: 60_000 }).toBeGreaterThan(1);
  const [first, second] = attempts();
  expect(first?.requestId).not.toBe(second?.requestId);
  const { ofPlatform } = await follow(stack, String(second?.requestId));
  expect(ofPlatform).toMatchObject([{ clientRequestId: second?.requestId, status: 500 }]);
});

test.describe('a page that fails', () => {
  test.use({ allowedConsoleError: /./ });

  test('shows the number under which the log has the error', async ({ page, desk, stack }) => {
    await desk.signIn(page, 'manager');
    const rename = (from: string, to: string) =>
      queryDatabase(stack, 'desk', [{ text: `alter table ${from} rename to ${to}`, values: [] }]);
    await rename('locations', 'locations_hidden');
    try {
      const requestId = (await page.goto('/members'))?.headers()['x-request-id'];
      const told = (await page.getByText(/tell the manager this number: \d+/).textContent()) ?? '';
      const digest = told.match(/\d+/)?.[0];
      const broken = () => linesOf(stack, 'desk').filter((line) => line.requestId === requestId && line.digest);
      await expect.poll(broken).toMatchObject([{ level: 50, digest, msg: 'a request failed' }]);
    } finally {
      await rename('locations_hidden', 'locations');
    }
  });

  test('affects only itself: the header stays, scans go on, and a link leads to the check-in', async ({
    page,
    desk,
    stack,
  }) => {
    await desk.signIn(page);
    const card = desk.card('admitted');
    const heading = page.getByRole('heading', { name: 'Something went wrong here' });
    const rename = (from: string, to: string) =>
      queryDatabase(stack, 'desk', [{ text: `alter table ${from} rename to ${to}`, values: [] }]);
    const { name } = desk.card('birthday');
    // once the directory knows them
    await openMember(page, name);
    await page.goto(`/members?q=${encodeURIComponent(name)}`);
    const member = page.getByRole('main').getByRole('link', { name }).first();
    await expect(member).toBeVisible();
    await rename('member_notes', 'member_notes_hidden');
    try {
      await member.click();
      await expect(heading).toBeVisible();
    } finally {
      await rename('member_notes_hidden', 'member_notes');
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await rename('member_notes', 'member_notes_hidden');
    try {
      await page.reload();
      await expect(heading).toBeVisible();
    } finally {
      await rename('member_notes_hidden', 'member_notes');
    }
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    await desk.scan(page, card.value);
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(card.name);
    await page.getByRole('main').getByRole('link', { name: 'Go to the check-in' }).click();
    await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
  });

  // a read may be in flight when a test ends
  test.afterEach(async ({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

  /** Makes the desk answer with an invalid day, which passes validation and fails to render. */
  const spoiled = (field: string) => async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(new RegExp(`"${field}":"[^"]*"`, 'g'), `"${field}":"-"`);
    await route.fulfill({ response, body });
  };
  const spoil = (page: Page, url: string, field: string) => page.route(url, spoiled(field));

  test('loses only the section that fails to render: scans and their verdicts go on, and a retry brings it back', async ({
    page,
    desk,
    stack,
  }) => {
    const verdict = page.getByRole('region', { name: 'Verdict' });
    const brokenPresence = page.getByRole('region', { name: 'In the gym' });
    await desk.signIn(page);
    const [shown, broken, next] = [
      desk.card('contractEndsSoon'),
      desk.card('contractEnded'),
      desk.card('corporateMembershipEnded'),
    ];
    await desk.scan(page, shown.value);
    await expect(verdict).toContainText(shown.name);
    await spoil(page, '**/api/desk/presence?*', 'since');
    const text = "select pg_notify('front_desk_live', 'presence ' || id) from locations where id = $1";
    await queryDatabase(stack, 'desk', [{ text, values: [await stack.findLocation()] }]);
    await expect(brokenPresence.getByRole('alert')).toContainText('This section cannot be shown.');
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    await expect(verdict).toContainText(shown.name);

    await routePosts(page, 'taps', spoiled('endedOn'));
    await desk.scan(page, broken.value);
    await expect(page.getByRole('main').getByText('The result of this scan cannot be shown.')).toBeVisible();
    await letPosts(page, 'taps');
    await desk.scan(page, next.value);
    await expect(verdict).toContainText(next.name);

    await page.unroute('**/api/desk/presence?*');
    await brokenPresence.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();
  });

  test('is not the check-in if a verdict fails to render: it stays as a name in the list', async ({ page, desk }) => {
    await desk.signIn(page);
    const [broken, next, last] = [desk.card('contractEnded'), desk.card('contractEndsSoon'), desk.card('admitted')];
    const shown = page.getByRole('region', { name: 'Verdict' });
    const earlier = page.getByRole('region', { name: 'Earlier', exact: true });
    // the response to the scan, and later updates of it
    await spoil(page, '**/api/desk/taps**', 'endedOn');
    await desk.scan(page, broken.value);
    const told = page.getByRole('main').getByText('The result of this scan cannot be shown.');
    await expect(told).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeVisible();
    await desk.scan(page, next.value);
    await expect(shown).toContainText(next.name);
    await expect(told).toHaveCount(0);
    await earlier.getByRole('button', { name: broken.name }).first().click();
    await expect(told).toBeVisible();
    await desk.scan(page, last.value);
    await expect(shown).toContainText(last.name);
  });
});
