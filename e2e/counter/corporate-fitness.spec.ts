import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { connectOtherSoftware } from '#e2e/base/other-software.ts';

const timeZone = 'Europe/Berlin';
const today = () => Temporal.Now.plainDateISO(timeZone);

const rows = (page: Page) => page.getByRole('list', { name: 'Corporate fitness' }).getByRole('listitem');

test('memberships that end within the range of the address are listed, the earliest first, with links to the profiles', async ({
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

  // the desk has mirrored all members of the list by now
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(`Zoe ${family}`)).toBeVisible();
  await page.getByRole('link', { name: 'Corporate fitness' }).click();
  await expect(page.getByRole('heading', { name: 'Corporate fitness', level: 1 })).toBeVisible();
  const thisMonth = page.getByRole('button', { name: 'This month' });
  await expect(thisMonth).toHaveAttribute('aria-pressed', 'true');
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
  await expect(thisMonth).toHaveAttribute('aria-pressed', 'true');
  await ofFamily.first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: `Adam ${family}`, level: 1 })).toBeVisible();

  // an invalid range is not requested
  await page.goto('/corporate-fitness?from=yesterday&to=2031-02-30');
  await expect(thisMonth).toHaveAttribute('aria-pressed', 'true');
});
