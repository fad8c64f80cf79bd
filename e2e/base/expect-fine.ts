import type { Page } from '@playwright/test';
import { colourRules } from '#components/testing/browser/colour-rules.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect } from './fixtures.ts';

/**
 * Expects no axe violations on the current page, in light and in dark colours, and no horizontal overflow on a phone.
 * For pages whose colours depend only on their style sheet.
 */
export async function expectFine(page: Page, about: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, { about: `${about}, light` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { about: `${about}, dark`, rules: colourRules });
  await page.emulateMedia({ colorScheme: null });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), about).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}
