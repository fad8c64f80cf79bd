import { readPlatformVisits, readSentVisits } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { tabTo } from '#e2e/base/tab-to.ts';
import { endFaults } from '#tools/testing/sandbox-faults.ts';

test.afterEach(({ stack }) => endFaults(stack));

test('a visitor without a reader scans the cards, simulates an outage of the platform and ends it, and no visit is lost', async ({
  page,
  desk,
  stack,
}) => {
  const before = new Date();
  await desk.signIn(page);
  const open = page.getByRole('button', { name: /Try it/ });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const tryIt = page.getByRole('region', { name: 'Try it' });
  const scan = (name: string) =>
    tryIt.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Scan' }).click();
  await scan('Lena Vogt');
  await expect(verdict(page, 'admitted')).toContainText('Lena Vogt');
  await scan('Unknown card');
  await expect(verdict(page, 'unknown')).toBeVisible();
  await expectAccessible(page);

  const answers = tryIt.getByRole('switch', { name: 'Member system answers' });
  await answers.focus();
  await page.keyboard.press('Space');
  await expect(answers).not.toBeChecked();
  await scan('Mia Brandt');
  // a card that was never scanned here is known only to the platform
  await expect(verdict(page, 'unconfirmed')).toContainText(/0x04C7|Mia Brandt/);
  const notice = page.getByRole('main').getByText(/as soon as the member system answers: nothing is lost/i);
  await expect(notice).toBeVisible();

  await page.reload();
  await open.click();
  await expect(answers).not.toBeChecked();
  expect(await readPlatformVisits(stack, 'Brandt', before)).toHaveLength(0);
  await answers.click();
  await expect(answers).toBeChecked();
  await expect.poll(() => readSentVisits(stack, 'Brandt', before)).toHaveLength(1);
  // the panel moves when the notice goes, and a press on its button would miss it
  await expect(notice).toHaveCount(0);

  await tryIt.getByRole('button', { name: 'Close' }).click();
  await expect(open).toBeVisible();
});
