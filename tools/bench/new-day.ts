import { setTimeout } from 'node:timers/promises';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';

/**
 * By then a visit sent to the platform has come back as an event, which without its visit would count as one from a
 * turnstile.
 */
const echoMs = 1_000;

/** Resets to a day without visits: the desk still knows its members and their cards. */
export async function startNewDay(stack: Stack): Promise<void> {
  await withDatabase(stack, 'desk', async (client) => {
    await client.query(`delete from visits where state = 'held'`);
    await setTimeout(echoMs);
    await client.query('delete from visits');
    await client.query('delete from taps');
    await client.query('delete from elsewhere_events');
  });
}
