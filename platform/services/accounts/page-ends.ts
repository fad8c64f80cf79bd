import type { Clock } from '#platform/base/clock-and-ids.ts';

/** The last member of a page, in the order of the list. */
export interface PageEnd {
  updatedAt: Date;
  accountId: string;
}

/** Where the recent pages of one client ended. */
export interface PageEnds {
  /**
   * @returns the member before the one at `offset`, if the client was sent that member recently. A client
   * may page through the list several times at once; then it is the one of these members that comes first in the list,
   * so that one pass may see a member twice, but none skips one.
   */
  find(list: string, offset: number): PageEnd | undefined;
  /** @param before the member before the one at `offset` */
  keep(list: string, offset: number, before: PageEnd): void;
}

/** Longer than a client takes between two pages. After that, an offset is counted from an end of the list again. */
const keptForMs = 60_000;
const keptAtMost = 50_000;
/** Concurrent walks of one client through the same list. */
const walksAtMost = 8;

interface KeptEnd extends PageEnd {
  at: number;
  /** A walk has continued from here. The next walk to reach this offset replaces the entry. */
  isUsed: boolean;
}

/**
 * An in-memory cache, one per process. Clients are kept apart, so that changes between the pages of one do not shift
 * the pages of another. `clock` is the machine's, as clients wait by that one. On a cache miss the offset is counted: the result is the same as long as nothing changed.
 */
export function rememberPageEnds(clock: Clock): (reader: string) => PageEnds {
  const kept = new Map<string, KeptEnd[]>();
  const isRecent = ({ at }: KeptEnd) => Math.abs(clock().getTime() - at) <= keptForMs;
  return (reader) => {
    const nameOf = (list: string, offset: number) => `${reader} ${offset} ${list}`;
    return {
      find: (list, offset) => {
        const found = (kept.get(nameOf(list, offset)) ?? []).filter(isRecent).sort(byPlace)[0];
        if (found) found.isUsed = true;
        return found;
      },
      keep: (list, offset, before) => {
        const name = nameOf(list, offset);
        const others = (kept.get(name) ?? []).filter((end) => isRecent(end) && !end.isUsed).slice(1 - walksAtMost);
        kept.delete(name);
        kept.set(name, [...others, { ...before, at: clock().getTime(), isUsed: false }]);
        const [oldest] = kept.keys();
        if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest);
      },
    };
  };
}

/** Newest change first, like the list. */
const byPlace = (one: PageEnd, other: PageEnd) =>
  other.updatedAt.getTime() - one.updatedAt.getTime() || (one.accountId < other.accountId ? 1 : -1);
