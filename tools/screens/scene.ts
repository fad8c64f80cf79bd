import type { Page } from '@playwright/test';
import { scan } from '#tools/testing/scan.ts';
import type { Stack } from '#tools/testing/stack.ts';
import type { Words } from './words.ts';

export interface Stage {
  page: Page;
  stack: Stack;
  words: Words;
}

/** One picture, starting from the page as the previous scene left it. */
export interface Scene {
  name: string;
  /** Shown at every width and in every language, not only at a desk. */
  isForAll?: true;
  /** The whole page, not only the visible part. */
  isWholePage?: true;
  play(stage: Stage): Promise<void>;
  /** @returns another tab, which is shown beside the first and then closed; both have its width */
  beside?(stage: Stage): Promise<Page>;
}

export const scanned = (kind: string, card: string): Scene => ({
  name: kind,
  isForAll: true,
  play: async ({ page }) => {
    await scan(page, card);
    await page.locator(`[data-verdict=${kind}]:not([aria-busy=true])`).waitFor();
    await page.waitForTimeout(500); // the list beside it follows
  },
});

export const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};
