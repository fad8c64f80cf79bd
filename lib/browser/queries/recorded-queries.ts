import { type Query, QueryClient } from '@tanstack/react-query';

interface RecordedQueries {
  /** Shares the caches of the page's client. */
  client: QueryClient;
  /** Whether a query was asked for through this client. */
  has(query: Query): boolean;
}

/** A client for a part of a page that records which queries its components ask for. */
export function recordQueries(page: QueryClient): RecordedQueries {
  const client = new QueryClient({
    queryCache: page.getQueryCache(),
    mutationCache: page.getMutationCache(),
    defaultOptions: page.getDefaultOptions(),
  });
  const hashes = new Set<string>();
  // `useQuery` and the methods of the client call it with every query
  const withDefaults = client.defaultQueryOptions.bind(client);
  client.defaultQueryOptions = ((options: Parameters<typeof withDefaults>[0]) => {
    const defaulted = withDefaults(options);
    hashes.add(defaulted.queryHash);
    return defaulted;
  }) as typeof client.defaultQueryOptions; // safe because: it returns what the original method returns
  return { client, has: ({ queryHash }) => hashes.has(queryHash) };
}
