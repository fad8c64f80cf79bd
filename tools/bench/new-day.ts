import { setTimeout } from 'node:timers/promises';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';

/** What was sent to the platform comes back by then as an event, which without its visit would be somebody's at a turnstile. */
const echoMs = 1_000;

/** A day on which nobody has come yet: visits are gone, and the desk still knows its members and their cards. */
export async function startNewDay(stack: Stack): Promise<void> {
  await withDatabase(stack, 'desk', async (client) => {
    await client.query(`delete from visits where state = 'held'`);
    await setTimeout(echoMs);
    await client.query('delete from visits');
    await client.query('delete from taps');
    await client.query('delete from elsewhere_events');
  });
}
