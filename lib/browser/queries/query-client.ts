import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isRefusal, ReadError, retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { liveConnectionOf } from './live-connection.ts';
import { pauseAfter } from './pause-after.ts';
import { refreshMs } from './read-query.ts';

const mostRetries = 3;

/** A busy desk sends `Retry-After`: retry without limit. A refusal (4xx) is final: no retry. */
function mayRetry(failures: number, error: Error): boolean {
  if (retryAfterMsOf(error) > 0) return true;
  return !isRefusal(error) && failures < mostRetries;
}

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
        retry: mayRetry,
        retryDelay: pauseAfter,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
