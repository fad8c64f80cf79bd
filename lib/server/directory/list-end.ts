import type { AccountPageAsRead } from '#contracts/v2/accounts.ts';
import { pageSize } from '#lib/server/gym-api/accounts.ts';
import { areMany } from './absent.ts';

/** More members than any chain has: a list that goes on after that has no end. */
export const mostMembers = 2_000_000;

/**
 * How a list stands after one of its pages:
 * - `goesOn`: another page follows
 * - `whole`: this was the last one
 * - `cutShort`: no more is told, although the list says that there is more, or counts many more than it told
 * - `endless`: it begins again, or has more members than any chain
 */
export type ListEnd = 'goesOn' | 'whole' | 'cutShort' | 'endless';

/** @param total the most that the list said it has; null where it does not say, or means something else by it */
export function endOfList(
  page: Pick<AccountPageAsRead, 'items' | 'unreadable' | 'hasNext'>,
  { offset, total, isRepeated }: { offset: number; total: number | null; isRepeated: boolean },
): ListEnd {
  const told = toldBy(page);
  const reached = offset + told;
  const hasNext = page.hasNext ?? (told >= pageSize || (total !== null && reached < total));
  if (told > 0 && hasNext) return isRepeated || reached > mostMembers ? 'endless' : 'goesOn';
  const isContradiction = told === 0 && page.hasNext === true;
  const isTooShort = total !== null && areMany(total - reached, total);
  return isContradiction || isTooShort ? 'cutShort' : 'whole';
}

/** How many members a page tells of, whether they can be read or not. */
export const toldBy = ({ items, unreadable }: Pick<AccountPageAsRead, 'items' | 'unreadable'>): number =>
  items.length + unreadable.length;

/** Pages overlap by a tenth: a member who is erased between two questions moves all that follow forward. */
export const stepAfter = (told: number) => told - Math.floor(told / 10);
