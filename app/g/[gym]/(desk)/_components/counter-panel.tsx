'use client';

import { useState } from 'react';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { BrokenPanel } from './broken-panel.tsx';
import { useReception } from './reception-context.ts';
import { counterMarkOf, type SeenOnLeaving } from './use-seen-on-leaving.ts';
import { VerdictPanel } from './verdict-panel.tsx';

interface CounterPanelProps {
  seen: SeenOnLeaving;
  /** Whether the check-in page failed and is replaced by an error page. */
  isReplaced: boolean;
}

/** The counter beside a page. A verdict that fails to render affects neither the header nor the next scan. */
export function CounterPanel({ seen, isReplaced }: CounterPanelProps) {
  const drawn = counterMarkOf(useReception());
  const [closed, setClosed] = useState<string | null>(null);
  return (
    <ErrorBoundary
      of={drawn}
      onBreak={() => {
        // it counts as unseen, so that the panel opens again with the next verdict
        seen.current = null;
      }}
      fallback={closed !== drawn && <BrokenPanel isReplaced={isReplaced} onClose={() => setClosed(drawn)} />}
    >
      <VerdictPanel seen={seen} isReplaced={isReplaced} />
    </ErrorBoundary>
  );
}
