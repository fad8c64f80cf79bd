import type { Locator, Page } from '@playwright/test';

/** Presses Tab until the element has the focus, like a keyboard user. */
export async function tabTo(page: Page, target: Locator, backwards = false): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`The focus never came to ${target}.`);
}
