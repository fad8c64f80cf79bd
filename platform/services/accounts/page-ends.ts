import type { Clock } from '#platform/dependencies.ts';

/** The last member of a page, by the order of the list. */
export interface PageEnd {
  updatedAt: Date;
  accountId: string;
}

/** Where the pages ended that one reader was answered lately. */
export interface PageEnds {
  /** @returns the member before the one at `offset`, if the reader got the page that ends there */
  find(list: string, offset: number): PageEnd | undefined;
  keep(list: string, offset: number, end: PageEnd): void;
}

/** Longer than a reader takes from page to page; after it, an offset is counted from an end of the list again. */
const keptForMs = 60_000;
const keptAtMost = 10_000;

/**
 * The memory of one process. Readers are kept apart, so that what changes between the pages of one shifts nothing for
 * another. A process that does not remember counts: the answer is the same as long as nothing changed.
 */
export function rememberPageEnds(clock: Clock): (reader: string) => PageEnds {
  const kept = new Map<string, PageEnd & { at: number }>();
  return (reader) => {
    const nameOf = (list: string, offset: number) => `${reader} ${offset} ${list}`;
    return {
      find: (list, offset) => {
        const end = kept.get(nameOf(list, offset));
        return end && clock().getTime() - end.at <= keptForMs ? end : undefined;
      },
      keep: (list, offset, end) => {
        const name = nameOf(list, offset);
        kept.delete(name);
        kept.set(name, { ...end, at: clock().getTime() });
        const [oldest] = kept.keys();
        if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest);
      },
    };
  };
}
