/** Where a page of a list that is sorted newest first ends. The next page begins after it. */
export interface PagePlace {
  createdAt: Date;
  id: string;
}

export interface PageWanted {
  after?: PagePlace;
  limit: number;
}

/**
 * Cuts the rows to the page, and says where the page ends if there are more. The caller must read one row more than
 * the limit.
 */
export function cutPage<Row extends { createdAt: Date }>(rows: Row[], limit: number, idOf: (row: Row) => string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next: PagePlace | undefined =
    last && rows.length > limit ? { createdAt: last.createdAt, id: idOf(last) } : undefined;
  return { page, next };
}
