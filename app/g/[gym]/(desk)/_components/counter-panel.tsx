'use client';

import { useState } from 'react';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { BrokenPanel } from './broken-panel.tsx';
import { useReception } from './reception-context.ts';
import { counterMarkOf, type SeenOnLeaving } from './use-seen-on-leaving.ts';
import { VerdictPanel } from './verdict-panel.tsx';

interface CounterPanelProps {
  seen: SeenOnLeaving;
  /** The check-in broke, and something else stands in its place. */
  isReplaced: boolean;
}

/** The counter beside a page. A verdict that breaks takes neither the header nor the next scan with it. */
export function CounterPanel({ seen, isReplaced }: CounterPanelProps) {
  const drawn = counterMarkOf(useReception());
  const [closed, setClosed] = useState<string | null>(null);
  return (
    <ErrorBoundary
      of={drawn}
      onBreak={() => {
        // nobody has seen it: what it is decided to be comes up in any case
        seen.current = null;
      }}
      fallback={closed !== drawn && <BrokenPanel isReplaced={isReplaced} onClose={() => setClosed(drawn)} />}
    >
      <VerdictPanel seen={seen} isReplaced={isReplaced} />
    </ErrorBoundary>
  );
}
