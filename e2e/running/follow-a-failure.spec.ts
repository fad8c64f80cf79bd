import fs from 'node:fs';
import path from 'node:path';
import type { Response } from '@playwright/test';
import { endBackoff, endUndoTime, queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { pickMember } from '#e2e/base/pick-members.ts';
import { untilFound } from '#e2e/base/until-found.ts';
import { endFaults, setFault } from '#tools/testing/sandbox-faults.ts';
import type { Stack } from '#tools/testing/stack.ts';

type Line = Record<string, unknown> & { platform?: { platformRequestId?: string }[] };

const linesOf = ({ dataDir }: Stack, program: 'desk' | 'platform'): Line[] =>
  fs
    .readFileSync(path.join(dataDir, 'logs', `${program}.log`), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []));

test.afterEach(({ stack }) => endFaults(stack));

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
  const linesOfPlatform = () => linesOf(stack, 'platform').filter((line) => line.requestId === platformRequestId);
  // one that timed out has no id of the platform
  if (platformRequestId === undefined) return { line, ofPlatform: null };
  await expect.poll(linesOfPlatform).not.toEqual([]);
  return { line, ofPlatform: linesOfPlatform() };
}

/** Repeats it until the platform has failed it: on a busy machine the desk may have given up before. */
const followAnswered = (stack: Stack, fail: () => Promise<Response>) =>
  untilFound('failure that the platform has answered', async () => {
    const followed = await follow(stack, (await fail()).headers()['x-request-id']);
    return followed.ofPlatform ? followed : undefined;
  });

test('each attempt of a waiting visit, a failed action and an unconfirmed scan can be traced to the platform’s log', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page, 'manager');
  const attemptsSoFar = () =>
    linesOf(stack, 'desk').filter((line) => line.queue === 'send-visit' && line.platform?.[0]?.platformRequestId);
  // of other tests of this stack
  const earlier = attemptsSoFar().length;
  await setFault(stack, { status: 500, operations: ['checkin'] });
  await desk.scan(page, desk.card('admitted').value);
  await expect(verdict(page, 'admitted')).toBeVisible();
  await endUndoTime(stack);

  await page.goto(`${stack.deskUrl}/office/connection`);
  const action = await followAnswered(stack, async () => {
    const acted = page.waitForResponse((response) => 'next-action' in response.request().headers());
    await page.getByLabel('New API key').fill('fd_unknown');
    await page.keyboard.press('Enter');
    return acted;
  });
  const rejected = { because: 'keyRejected', status: 403, errorCode: 'forbiddenAction' };
  const where = { level: 40, route: '/g/[gym]/office/connection', action: 'saveApiAccess' };
  expect(action.line).toMatchObject({ ...where, platform: [rejected] });
  expect(action.ofPlatform).toMatchObject([{ clientRequestId: action.line?.requestId, status: 403 }]);

  // one that timed out has no id of the platform
  const attempts = () => attemptsSoFar().slice(earlier);
  const attemptAgain = async () => {
    await endBackoff(stack);
    return attempts().length;
  };
  await expect.poll(attemptAgain).toBeGreaterThan(1);
  const [one, other] = attempts();
  expect(one?.requestId).not.toBe(other?.requestId);
  const attempt = await follow(stack, String(other?.requestId));
  expect(attempt.ofPlatform).toMatchObject([{ clientRequestId: other?.requestId, status: 500 }]);

  await page.goto(stack.deskUrl);
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  await setFault(stack, { status: 500 });
  let scans = 0;
  const scan = await followAnswered(stack, async () => {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/desk/taps');
    // another one each time: a repeated scan does not ask the platform again
    scans += 1;
    await desk.scan(page, `0x04A2FA${scans.toString(16).padStart(4, '0').toUpperCase()}`);
    return answered;
  });
  await expect(verdict(page, 'unconfirmed')).toBeVisible();
  const failed = { operation: 'getByRfid', because: 'failed', status: 500 };
  expect(scan.line).toMatchObject({ level: 40, route: '/api/desk/taps', code: 'unconfirmed', platform: [failed] });
  expect(scan.ofPlatform).toMatchObject([
    { clientRequestId: scan.line?.requestId, route: '/api/v2/accounts/rfid/:rfid', status: 500, msg: 'request' },
  ]);
});

test.describe('a page that fails', () => {
  test.use({ allowedConsoleError: /./ });

  test('shows the number under which the log has the error, and affects only itself: the header stays, scans go on, a retry or a link leads on', async ({
    page,
    desk,
    stack,
    cards,
  }) => {
    await desk.signIn(page);
    const heading = page.getByRole('heading', { name: 'Something went wrong here' });
    const whileWithout = async (table: string, act: () => Promise<void>) => {
      const rename = (from: string, to: string) =>
        queryDatabase(stack, 'desk', [{ text: `alter table ${from} rename to ${to}` }]);
      await rename(table, `${table}_hidden`);
      await act().finally(() => rename(`${table}_hidden`, table));
    };
    await whileWithout('locations', async () => {
      const requestId = (await page.goto('/members'))?.headers()['x-request-id'];
      const told = (await page.getByText(/tell the manager this number: \d+/).textContent()) ?? '';
      const digest = told.match(/\d+/)?.[0];
      const broken = () => linesOf(stack, 'desk').filter((line) => line.requestId === requestId && line.digest);
      await expect.poll(broken).toMatchObject([{ level: 50, digest, msg: 'a request failed' }]);
    });

    const { name, accountId } = await pickMember(stack, cards, 57);
    await page.goto(`/members/${accountId}`);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await whileWithout('member_notes', async () => {
      await page.reload();
      await expect(heading).toBeVisible();
    });
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    const card = desk.card('admitted');
    await desk.scan(page, card.value);
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(card.name);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

    await page.goto(`/members?q=${encodeURIComponent(name)}`);
    const member = page.getByRole('main').getByRole('link', { name }).first();
    await expect(member).toBeVisible();
    await whileWithout('member_notes', async () => {
      await member.click();
      await expect(heading).toBeVisible();
    });
    await page.getByRole('main').getByRole('link', { name: 'Go to the check-in' }).click();
    await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
  });
});
