import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect } from './fixtures.ts';

/**
 * Expects no axe violations on the current page, in light and in dark colours, and no horizontal overflow on a phone.
 * For pages whose colours depend only on their style sheet.
 */
export async function expectFine(page: Page, about: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { about: `${about}, ${colorScheme}` });
  }
  await page.emulateMedia({ colorScheme: null });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), about).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}
