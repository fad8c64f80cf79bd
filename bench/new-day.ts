import type { Stack } from '#scripts/testing/stack.ts';
import { withDatabase } from '#scripts/testing/with-database.ts';

/** A day on which nobody has come yet: visits are gone, and the desk still knows its members and their cards. */
export async function startNewDay(stack: Stack): Promise<void> {
  await withDatabase(stack, 'desk', async (client) => {
    await client.query('delete from visits');
    await client.query('delete from taps');
  });
}
