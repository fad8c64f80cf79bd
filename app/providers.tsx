'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ReadError } from '#lib/queries/desk-queries.ts';

/** Lists are kept current by live events; a slow refresh stands behind them for the event that got lost. */
const refreshEveryMs = 60_000;

const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchInterval: refreshEveryMs,
        retry: (failures, error) => !(error instanceof ReadError && error.status < 500) && failures < 3,
      },
    },
  });

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
