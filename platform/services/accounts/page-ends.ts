import type { Clock } from '#platform/base/clock-and-ids.ts';

/** The last member of a page, by the order of the list. */
export interface PageEnd {
  updatedAt: Date;
  accountId: string;
}

/** Where the pages ended that one reader was answered lately. */
export interface PageEnds {
  /**
   * @returns the member before the one at `offset`, if the reader was answered who that is. Of several walks that go on at the
   * same time it is the one nearest the front: one of them may meet somebody twice, and none passes anybody over.
   */
  find(list: string, offset: number): PageEnd | undefined;
  /** @param before the member before the one at `offset` */
  keep(list: string, offset: number, before: PageEnd): void;
}

/** Longer than a reader takes from page to page; after it, an offset is counted from an end of the list again. */
const keptForMs = 60_000;
const keptAtMost = 50_000;
/** Walks of a reader through one list at the same time. */
const walksAtMost = 8;

interface KeptEnd extends PageEnd {
  at: number;
  /** Somebody has gone on from here: the next walk that comes by begins anew. */
  isUsed: boolean;
}

/**
 * The memory of one process. Readers are kept apart, so that what changes between the pages of one shifts nothing for
 * another. A process that does not remember counts: the answer is the same as long as nothing changed.
 */
export function rememberPageEnds(clock: Clock): (reader: string) => PageEnds {
  const kept = new Map<string, KeptEnd[]>();
  const isRecent = ({ at }: KeptEnd) => clock().getTime() - at <= keptForMs;
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

/** Newest change first, as the list is. */
const byPlace = (one: PageEnd, other: PageEnd) =>
  other.updatedAt.getTime() - one.updatedAt.getTime() || (one.accountId < other.accountId ? 1 : -1);
