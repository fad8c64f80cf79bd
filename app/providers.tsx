'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { leadToMistakes } from '#lib/browser/page/lead-to-mistakes.ts';
import { makeQueryClient } from '#lib/browser/queries/query-client.ts';

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  useEffect(() => leadToMistakes(document), []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
