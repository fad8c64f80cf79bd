import type { AccountPageAsRead } from '#contracts/v2/accounts.ts';
import { pageSize } from '#lib/server/gym-api/accounts.ts';
import { areMany } from './absent.ts';

/** More members than any chain has; a longer list is taken as endless. */
export const mostMembers = 2_000_000;

/**
 * The state of a list after a page:
 * - `goesOn`: another page follows
 * - `whole`: this was the last page
 * - `cutShort`: the list ends, although it announces another page or counts many more members than it returned
 * - `endless`: it repeats itself, or has more members than any chain
 */
export type ListEnd = 'goesOn' | 'whole' | 'cutShort' | 'endless';

/** @param total the largest count that the list has reported; null where it reports none, or one of something else */
export function endOfList(
  page: Pick<AccountPageAsRead, 'items' | 'unreadable' | 'hasNext'>,
  { offset, total, isRepeated }: { offset: number; total: number | null; isRepeated: boolean },
): ListEnd {
  const count = countOnPage(page);
  const reached = offset + count;
  const hasNext = page.hasNext ?? (count >= pageSize || (total !== null && reached < total));
  if (count > 0 && hasNext) return isRepeated || reached > mostMembers ? 'endless' : 'goesOn';
  const isContradiction = count === 0 && page.hasNext === true;
  const isTooShort = total !== null && areMany(total - reached, total);
  return isContradiction || isTooShort ? 'cutShort' : 'whole';
}

/** The number of members on a page, readable or not. */
export const countOnPage = ({ items, unreadable }: Pick<AccountPageAsRead, 'items' | 'unreadable'>): number =>
  items.length + unreadable.length;

/** Pages overlap by a tenth: a member who is erased between two requests shifts all that follow forward. */
export const stepAfter = (count: number) => count - Math.floor(count / 10);
