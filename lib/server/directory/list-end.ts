import type { AccountPageAsRead } from '#contracts/v2/accounts.ts';
import { pageSize } from '#lib/server/gym-api/accounts.ts';
import { areMany } from './absent.ts';

/** More members than any chain has; a longer list is taken as endless. */
const mostMembers = 2_000_000;

/**
 * The state of a list after a page:
 * - `goesOn`: another page follows
 * - `whole`: this was the last page
 * - `repeated`: it repeats its last page, where nothing but the lack of an end suggested another one. Most likely the platform does not
 *   page and has returned everybody
 * - `cutShort`: the list ends, although it announces another page or counts many more members than it returned
 * - `endless`: it repeats itself, or has more members than any chain
 */
export type ListEnd = 'goesOn' | 'whole' | 'repeated' | 'cutShort' | 'endless';

interface Position {
  offset: number;
  /** The largest count that the list has reported; null where it reports none. */
  total: number | null;
  /** Whether only some members were asked for: some platforms count all of them even then. */
  isPartial: boolean;
  /** Whether the page repeats the one before it ({@link isRepeatOf}). */
  isRepeated: boolean;
}

export function endOfList(
  page: Omit<AccountPageAsRead, 'total'>,
  { offset, total, isPartial, isRepeated }: Position,
): ListEnd {
  const count = countOnPage(page);
  const reached = offset + count;
  const next = count > 0 ? nextAfter(page, { reached, total, isPartial }) : 'none';
  if (isRepeated && next === 'supposed') return 'repeated';
  if (next !== 'none') return isRepeated || reached > mostMembers ? 'endless' : 'goesOn';
  const isContradiction = count === 0 && page.hasNext === true;
  const isTooShort = !isPartial && total !== null && areMany(total - reached, total);
  return isContradiction || isTooShort ? 'cutShort' : 'whole';
}

/**
 * Whether another page follows one that is not empty: `announced`, or only `supposed`, which takes one more request. A platform may
 * return fewer members than requested on each page.
 */
function nextAfter(
  page: Omit<AccountPageAsRead, 'total'>,
  { reached, total, isPartial }: Pick<Position, 'total' | 'isPartial'> & { reached: number },
): 'announced' | 'supposed' | 'none' {
  const { items, hasNext, hasCursor, limit } = page;
  if (hasNext !== null) return hasNext ? 'announced' : 'none';
  const isCountedLonger = total !== null && total > reached;
  // most likely a platform that does not page
  const isMoreThanRequested = countOnPage(page) > pageSize;
  if (isMoreThanRequested && (isPartial || !isCountedLonger))
    return total === reached || items.length === 0 ? 'none' : 'supposed';
  if (countOnPage(page) >= Math.min(limit ?? pageSize, pageSize)) return 'announced';
  if (isCountedLonger) return isPartial ? 'supposed' : 'announced';
  // some platforms name a cursor on every page
  if (hasCursor) return 'supposed';
  if (total === reached) return 'none';
  // nothing shows where the list ends: it does at a page without members
  return limit === null && items.length > 0 ? 'supposed' : 'none';
}

/**
 * Whether a page has nobody but members of the one before it, and as many: the list starts over, or repeats its last page forever. The
 * page after the last one has fewer, as pages overlap.
 */
export function isRepeatOf(page: AccountPageAsRead, before: AccountPageAsRead | null): boolean {
  if (!before || page.items.length === 0 || countOnPage(page) < countOnPage(before)) return false;
  const earlier = new Set(before.items.map(({ accountId }) => accountId));
  return page.items.every(({ accountId }) => earlier.has(accountId));
}

/** Whether only the next page can show that the platform does not page: a turn that begins with such a page also reads the next one. */
export const isToCompare = (page: AccountPageAsRead, before: AccountPageAsRead | null): boolean =>
  before === null && countOnPage(page) > pageSize;

/** The number of members on a page, readable or not. */
export const countOnPage = ({ items, unreadable }: Pick<AccountPageAsRead, 'items' | 'unreadable'>): number =>
  items.length + unreadable.length;

/** Pages overlap by a tenth: a member who is erased between two requests shifts all that follow forward. */
export const stepAfter = (count: number) => count - Math.floor(count / 10);
