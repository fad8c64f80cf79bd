import type { TaskChangeRequest } from '#lib/wire/tasks.ts';

/**
 * Whether this page must not reload because of changes it has not shown as done. A change whose response it cannot
 * parse (from a newer desk) does not block the reload: it waits for the next page.
 */
export const holdsPage = (unseen: readonly TaskChangeRequest[], notUnderstood: readonly string[]): boolean =>
  unseen.some(({ changeId }) => !notUnderstood.includes(changeId));
