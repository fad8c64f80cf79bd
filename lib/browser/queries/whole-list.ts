import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

interface PagedList {
  hasNextPage: boolean;
  /** Never rejects. */
  fetchNextPage(): Promise<{ isError: boolean; hasNextPage: boolean }>;
}

/**
 * Fetches the remaining pages of a list. The first failure ends it: an immediate retry would fail again.
 * @param isWanted called after each page
 */
export async function readRest(list: PagedList, isWanted: () => boolean): Promise<'whole' | 'failed' | 'unwanted'> {
  for (let { hasNextPage } = list; hasNextPage; ) {
    const next = await list.fetchNextPage();
    if (!isWanted()) return 'unwanted';
    if (next.isError) return 'failed';
    hasNextPage = next.hasNextPage;
  }
  return 'whole';
}

/** Drops the pages of a list after the first `count`: each loaded page would be refetched with every change. */
export async function cutBack(queryClient: QueryClient, queryKey: QueryKey, count: number): Promise<void> {
  // a fetch in flight would bring them all back
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<InfiniteData<unknown>>(
    queryKey,
    (list) => list && { pages: list.pages.slice(0, count), pageParams: list.pageParams.slice(0, count) },
  );
}
