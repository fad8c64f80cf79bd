import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ReadError } from '#lib/browser/base/ask-desk.ts';
import { liveConnectionOf } from './live-connection.ts';
import { mayRetry } from './may-retry.ts';
import { pauseAfter } from './pause-after.ts';
import { refreshMs } from './read-query.ts';

const mostRetries = 3;

export function makeQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ReadError) liveConnectionOf(queryClient).hearRefusal(error.status);
      },
    }),
    defaultOptions: {
      queries: {
        // the desk may be reachable while the browser reports offline: only requests decide
        networkMode: 'always',
        staleTime: 10_000,
        // a tab in focus again is current by live events, or is refetched when their connection is open again
        refetchOnWindowFocus: false,
        refetchInterval: refreshMs,
        retry: mayRetry(mostRetries),
        retryDelay: pauseAfter,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
