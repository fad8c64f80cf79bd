import { expect, type Page } from '@playwright/test';

/**
 * Shows the markup of another page of the same server in the current document, which keeps axe: loading its script again takes
 * longer than the check. For pages of the platform, whose files have absolute addresses; without their scripts, which
 * cannot run twice in one document.
 */
export async function showInstead(page: Page, url: string): Promise<void> {
  const answer = await page.request.get(url);
  // not the sign-in page in its place
  expect([answer.status(), answer.url()]).toEqual([200, url]);
  const markup = await answer.text();
  await page.setContent(markup.replaceAll(/<script\b.*?<\/script>/gs, ''));
}
