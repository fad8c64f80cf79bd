import { expect, type Locator } from '@playwright/test';

/** Presses a button or link by Alt and its letter, like a user who has seen it: what has just appeared or moved takes no press. */
export async function pressShortcut(letter: string, button: Locator): Promise<void> {
  await expect(button).toHaveCSS('pointer-events', 'auto');
  await button.page().keyboard.press(`Alt+${letter}`);
}
