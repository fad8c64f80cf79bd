import { ForeignAnswer } from './ask-desk.ts';

/** What is sent again until the desk has answered it, as far as its last answer goes. */
interface Attempted {
  /** Ids of what waits for this answer, and outlives the page. */
  ids: readonly string[];
  /** Ids of what waits so far for an answer that this page can read. */
  before: readonly string[];
}

/** Whether an attempt has brought an answer that this page cannot read: it is somebody else's, or of a newer desk. */
export const isNotUnderstood = (error: unknown): boolean => error instanceof ForeignAnswer;

/**
 * What waits for an answer that only another page may read, after one more attempt: it need not hold a reload.
 * @returns `before` itself where nothing has changed
 */
export function notUnderstoodAfter({ ids, before }: Attempted, isUnderstood: boolean): readonly string[] {
  const others = before.filter((id) => !ids.includes(id));
  if (isUnderstood) return others.length < before.length ? others : before;
  return ids.every((id) => before.includes(id)) ? before : [...others, ...ids];
}
