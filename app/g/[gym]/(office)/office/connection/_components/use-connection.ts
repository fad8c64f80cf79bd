import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLastKnown } from '#components/hooks/use-last-known.ts';
import { connectionQuery } from '#lib/browser/queries/office-queries.ts';

/**
 * The connection of a location, in its version of which a manager changes it.
 * @param also what is read of it besides, and changes with it
 */
export function useConnection(locationId: string, also: readonly { queryKey: QueryKey }[] = []) {
  const queryClient = useQueryClient();
  const query = connectionQuery(locationId);
  const reading = useQuery(query);
  const connection = useLastKnown(reading.data) ?? null;
  const readAgain = () =>
    Promise.all([query, ...also].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
  return {
    reading,
    /** As last read; null before. */
    connection,
    version: connection?.version ?? '',
    readAgain,
    /** @returns the version that another manager has stored in the meantime */
    readVersionAgain: async () => {
      await readAgain();
      return queryClient.getQueryData(query.queryKey)?.version ?? '';
    },
  };
}
