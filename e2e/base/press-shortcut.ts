import { expect, type Locator } from '@playwright/test';

/** Presses a button by Alt and its letter, like a user who has seen it: a button that has just appeared takes no press. */
export async function pressShortcut(letter: string, button: Locator): Promise<void> {
  await expect(button).toHaveCSS('pointer-events', 'auto');
  await button.page().keyboard.press(`Alt+${letter}`);
}
