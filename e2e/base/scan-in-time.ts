import type { Page } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';
import { queryDatabase } from './databases.ts';
import { untilFound } from './until-found.ts';

/**
 * Holds a card to the reader that the platform refuses. A busy machine may take longer for that than the counter waits: then the member
 * is let in unconfirmed, which is deleted, and the card is held to the reader again.
 */
export const scanRefused = (page: Page, stack: Stack, scan: () => Promise<void>): Promise<true> =>
  untilFound('refusal within the time of the counter', async () => {
    const answered = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/desk/taps' && response.request().method() === 'POST',
    );
    await scan();
    const { kind, tapId } = (await (await answered).json()).value;
    if (kind !== 'unconfirmed') return true;
    for (const table of ['visits', 'taps', 'refusals']) {
      await queryDatabase(stack, 'desk', [{ text: `delete from ${table} where tap_id = $1`, values: [tapId] }]);
    }
    return undefined;
  });
