import type { Stack } from '#tools/testing/stack.ts';
import { queryDatabase } from './databases.ts';

export async function takeAllBadges(stack: Stack): Promise<void> {
  await queryDatabase(stack, 'desk', [
    { text: 'delete from staff_badges' },
    { text: 'delete from badge_failures' },
    { text: 'update staff set disabled_at = null' },
  ]);
}
