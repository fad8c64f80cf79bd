import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { connectOtherSoftware } from './other-software.ts';

const timeZone = 'Europe/Berlin';
const today = () => Temporal.Now.plainDateISO(timeZone);

async function open(page: Page) {
  await page.getByRole('link', { name: 'Corporate fitness' }).click();
  await expect(page.getByRole('heading', { name: 'Corporate fitness', level: 1 })).toBeVisible();
}
const rows = (page: Page) => page.getByRole('list', { name: 'Corporate fitness' }).getByRole('listitem');

test('who ends this month is listed, the first to end first, and leads to the profile', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  const gym = await connectOtherSoftware(stack, page);
  const lastDay = today().with({ day: today().daysInMonth });
  const family = `Firma${randomUUID().slice(0, 8)}`;
  const late = await gym.enrol({ firstName: 'Zoe', lastName: family, corporateUntil: lastDay.toString() });
  await gym.enrol({ firstName: 'Adam', lastName: family, corporateUntil: lastDay.with({ day: 1 }).toString() });
  await gym.enrol({ firstName: 'Bea', lastName: family, corporateUntil: lastDay.add({ days: 1 }).toString() });
  await gym.checkIn(late);

  // the list is of what the desk has heard of by now
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(`Zoe ${family}`)).toBeVisible();
  await open(page);
  await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true');
  const ofFamily = rows(page).filter({ hasText: family });
  await expect(ofFamily).toHaveCount(2);
  await expect(ofFamily.first()).toContainText(`Adam ${family}`);
  await expect(ofFamily.first()).toContainText('Last visit here –');
  await expect(ofFamily.last()).toContainText(`Zoe ${family}`);
  await expect(ofFamily.last()).toContainText(/Since 1 Mar 2024/);
  await expect(ofFamily.last()).toContainText(/Last visit here \d\d:\d\d/);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(rows(page).filter({ hasText: `Bea ${family}` })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: `Zoe ${family}` })).toHaveCount(0);
  await page.goBack();
  await expect(ofFamily).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true');
  await ofFamily.first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: `Adam ${family}`, level: 1 })).toBeVisible();
});

test('days are entered and shown without a mouse; an impossible range is told at the field', async ({ page, desk }) => {
  await desk.signIn(page);
  await open(page);
  const [first, last] = [
    page.getByRole('textbox', { name: 'First day' }),
    page.getByRole('textbox', { name: 'Last day' }),
  ];
  await first.fill('10.5.2031');
  await last.fill('2031-05-09');
  await last.press('Enter');
  await expect(last).toHaveAccessibleDescription(/before the first/);
  await expect(page).toHaveURL(/corporate-fitness$/);
  await expectAccessible(page);
  await last.fill('');
  await last.press('Enter');
  await expect(last).toHaveAccessibleDescription(/enter a day/i);
  await last.fill('2031-05-11');
  await last.press('Enter');
  await expect(page).toHaveURL(/from=2031-05-10&to=2031-05-11/);
  await expect(page.getByRole('status').filter({ hasText: 'No corporate memberships end' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/corporate-fitness?from=yesterday&to=2031-02-30');
  await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true');
});

test.describe('for trainers', () => {
  test.use({ allowedConsoleError: /404/ });

  test('the page is not there', async ({ page, desk }) => {
    await desk.signIn(page, 'trainer');
    await expect(page.getByRole('link', { name: 'Corporate fitness' })).toHaveCount(0);
    await page.goto('/corporate-fitness');
    await expect(page.getByRole('heading', { name: 'Corporate fitness' })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test.describe('while the platform is away', () => {
  test.use({ allowedConsoleError: /503/ });

  test('the page says so, and reads the list when asked again', async ({ page, desk, stack }) => {
    await desk.signIn(page);
    await stack.killPlatform();
    await open(page);
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
    await expectAccessible(page);
    await stack.startPlatform();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status').filter({ hasText: /corporate membership/ })).toBeVisible();
  });
});
