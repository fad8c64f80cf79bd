import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

interface PagedList {
  hasNextPage: boolean;
  /** Never rejects. */
  fetchNextPage(): Promise<{ isError: boolean; hasNextPage: boolean }>;
}

/**
 * Reads the pages of a list that are left. The first that fails ends it: asked again at once, it would fail again.
 * @param isWanted asked after each page
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

/** Forgets the pages of a list behind the first `count`: each that is there is read again with every change. */
export async function cutBack(queryClient: QueryClient, queryKey: QueryKey, count: number): Promise<void> {
  // what is being read still would bring them all back
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<InfiniteData<unknown>>(
    queryKey,
    (list) => list && { pages: list.pages.slice(0, count), pageParams: list.pageParams.slice(0, count) },
  );
}
