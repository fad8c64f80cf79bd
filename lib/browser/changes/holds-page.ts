import type { TaskChangeRequest } from '#lib/wire/tasks.ts';

/**
 * Whether this very page has to stay for what it has not shown as done. A change whose answer it cannot read, as a newer desk's
 * may be, waits for the page that comes after it.
 */
export const holdsPage = (unseen: readonly TaskChangeRequest[], notUnderstood: readonly string[]): boolean =>
  unseen.some(({ changeId }) => !notUnderstood.includes(changeId));
