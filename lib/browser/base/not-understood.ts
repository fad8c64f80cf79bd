import { ForeignAnswer } from './ask-desk.ts';

/** Items that are retried until the desk has answered them, after one attempt. */
interface Attempted {
  /** Ids of the stored items that wait for this response. */
  ids: readonly string[];
  /** Ids of the items whose last response this page could not parse, before the attempt. */
  before: readonly string[];
}

/** Whether this page could not parse the response: it came from another server, or from a newer desk. */
export const isNotUnderstood = (error: unknown): boolean => error instanceof ForeignAnswer;

/**
 * The stored items whose response only another page version may parse, after one more attempt: they need not block a
 * reload.
 * @returns `before` itself where nothing has changed
 */
export function notUnderstoodAfter({ ids, before }: Attempted, isUnderstood: boolean): readonly string[] {
  const others = before.filter((id) => !ids.includes(id));
  if (isUnderstood) return others.length < before.length ? others : before;
  return ids.every((id) => before.includes(id)) ? before : [...others, ...ids];
}
