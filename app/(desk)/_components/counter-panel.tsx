'use client';

import { useState } from 'react';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { BrokenPanel } from './broken-panel.tsx';
import { useReception } from './reception-context.ts';
import type { SeenOnLeaving } from './use-seen-on-leaving.ts';
import { VerdictPanel } from './verdict-panel.tsx';

/** The counter beside a page. A verdict that breaks takes neither the header nor the next scan with it. */
export function CounterPanel({ seen }: { seen: SeenOnLeaving }) {
  const { history, lookingUp } = useReception();
  const [closed, setClosed] = useState<string | null>(null);
  const drawn = [lookingUp?.tapId, history.shownTapId].join(' ');
  return (
    <ErrorBoundary of={drawn} fallback={closed !== drawn && <BrokenPanel onClose={() => setClosed(drawn)} />}>
      <VerdictPanel seen={seen} />
    </ErrorBoundary>
  );
}
