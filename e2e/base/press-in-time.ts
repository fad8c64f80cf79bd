import { expect, type Locator, type Page } from '@playwright/test';
import { untilFound } from './until-found.ts';

/** The page's words about a platform that has not answered in time, and about a new member for whom it has not. */
const late = /^The member system cannot be reached\. Try again|^No answer from the member system yet/;

/**
 * Presses what calls a server action, until its success is seen. On a busy machine the platform may take longer than the desk waits for it:
 * then the page says so, and it is pressed again, as by a user. After any other result it is not.
 */
export const pressInTime = (page: Page, press: () => Promise<void>, success: Locator): Promise<true> =>
  untilFound('answer within the time that the desk waits for the platform', async () => {
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && 'next-action' in response.request().headers(),
    );
    await press();
    // what the page said of the press before is gone by then
    await answered;
    const failure = page.getByRole('main').or(page.getByRole('dialog')).getByText(late).first();
    await expect(success.or(failure).first()).toBeVisible();
    return (await failure.isVisible()) ? undefined : true;
  });
