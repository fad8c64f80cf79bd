import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Has what changed read again. A first reading that is under way may be older than the change, and counts as the new one
 * to React Query: it is followed by another.
 */
export async function readAgain(queryClient: QueryClient, filters?: InvalidateQueryFilters): Promise<void> {
  const underWay = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries(filters);
  for (const { queryKey } of underWay) void queryClient.invalidateQueries({ queryKey, exact: true });
}
