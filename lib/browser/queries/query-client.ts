import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ReadError, retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { backoffMs } from '#lib/browser/base/backoff.ts';
import { liveConnectionOf } from './live-connection.ts';

/** Lists are kept current by live events; a slow refresh stands behind them for the event that got lost. */
const refreshEveryMs = 60_000;
const pauses = { firstMs: 2_000, longestMs: 16_000 };
const mostRetries = 3;

/** A desk that is full says so and when to come again: whoever waits for it comes. What the desk refuses, it refuses again. */
function mayRetry(failures: number, error: Error): boolean {
  if (retryAfterMsOf(error) > 0) return true;
  return !(error instanceof ReadError && error.status < 500) && failures < mostRetries;
}

/** What the lists of a page are read with. */
export function makeQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ReadError) liveConnectionOf(queryClient).hearRefusal(error.status);
      },
    }),
    defaultOptions: {
      queries: {
        // whether the desk can be reached is seen from what comes of asking it, not from what the browser thinks of the network
        networkMode: 'always',
        staleTime: 10_000,
        // what a tab shows that is seen again is current by live events, or is read once these are heard again
        refetchOnWindowFocus: false,
        // windows that were opened at the same moment do not read at the same moment for the rest of the day
        refetchInterval: refreshEveryMs * (0.8 + 0.4 * Math.random()),
        retry: mayRetry,
        retryDelay: (failures, error) => backoffMs(pauses, failures, retryAfterMsOf(error)),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
