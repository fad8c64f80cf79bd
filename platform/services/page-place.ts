/** Where a page of a list ended that is read newest first; the next one begins behind it. */
export interface PagePlace {
  createdAt: Date;
  id: string;
}

export interface PageWanted {
  after?: PagePlace;
  limit: number;
}

/** Cuts what was read, one more than wanted, to the page, and says where it ends if there is more. */
export function cutPage<Row extends { createdAt: Date }>(rows: Row[], limit: number, idOf: (row: Row) => string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next: PagePlace | undefined =
    last && rows.length > limit ? { createdAt: last.createdAt, id: idOf(last) } : undefined;
  return { page, next };
}
