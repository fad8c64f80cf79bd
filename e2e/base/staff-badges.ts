import type { Page } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';
import { queryDatabase } from './databases.ts';
import { type Desk, expect } from './fixtures.ts';
import { signInAs } from './sign-in-request.ts';

/** The row of a colleague in a section, and its buttons. */
export const colleague = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Staff' }).getByRole('listitem', { name });

/** Makes the browser one in which somebody has signed in by password before. */
async function signOutHere(page: Page): Promise<void> {
  // an open page would keep refetching, with the session of the next user
  await page.goto('about:blank');
  await page.context().clearCookies({ name: /session-token/ });
}

/** Gives a badge in the office, as the manager. Signs out afterwards. */
export async function giveBadge(
  page: Page,
  { desk, stack }: { desk: Desk; stack: Stack },
  { name, card, pin }: { name: string; card: string; pin: string },
): Promise<void> {
  await signInAs(page.request, stack, 'manager');
  await page.goto('/office/staff');
  await colleague(page, name)
    .getByRole('button', { name: /^Assign badge/ })
    .click();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await desk.scan(page, card);
  await expect(page.getByLabel('Card number')).toHaveValue(card);
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByLabel('PIN again').fill(pin);
  await page.getByRole('dialog').getByRole('button', { name: 'Assign badge' }).click();
  await expect(colleague(page, name)).toContainText('Has a badge');
  await signOutHere(page);
}

export async function takeAllBadges(stack: Stack): Promise<void> {
  await queryDatabase(stack, 'desk', [
    { text: 'delete from staff_badges' },
    { text: 'delete from badge_failures' },
    { text: 'update staff set disabled_at = null' },
  ]);
}
