import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect } from './fixtures.ts';

/**
 * axe finds nothing on the page as it is now, in light and in dark colours, and on a phone it is no wider than the screen. For
 * pages whose look is a matter of their style sheet alone.
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
