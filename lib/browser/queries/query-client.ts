import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ReadError, retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { backoffMs } from '#lib/browser/base/backoff.ts';
import { responseOf } from './gather-reads.ts';
import { liveConnectionOf } from './live-connection.ts';
import { refreshMs } from './read-query.ts';

const pauses = { firstMs: 2_000, longestMs: 16_000 };
const mostRetries = 3;

/** A busy desk sends `Retry-After`: retry without limit. A refusal (4xx) is final: no retry. */
function mayRetry(failures: number, error: Error): boolean {
  if (retryAfterMsOf(error) > 0) return true;
  return !(error instanceof ReadError && error.status < 500) && failures < mostRetries;
}

/** By response: reads that one response failed pause for the same time, so that they are asked for together again. */
const pausesAfter = new WeakMap<object, number>();

function pauseAfter(failures: number, error: Error): number {
  const response = responseOf(error);
  const pauseMs = pausesAfter.get(response) ?? backoffMs(pauses, failures, retryAfterMsOf(error));
  pausesAfter.set(response, pauseMs);
  return pauseMs;
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
