'use client';

import { CloudOff } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';

interface CardsUnreadProps {
  /** Why nothing is shown; null while it is being read. */
  failure: string | null;
  loading: string;
  retry: string;
  onRetry(): void;
}

/** Stands in the place of what the platform has not said yet, or could not. */
export function CardsUnread({ failure, loading, retry, onRetry }: CardsUnreadProps) {
  if (failure === null) {
    return (
      <p role="status" className="flex min-h-11 animate-appear-late items-center gap-3 text-ink-soft">
        <Spinner /> {loading}
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert" className="flex items-center gap-3">
        <CloudOff aria-hidden className="size-5 shrink-0 text-unconfirmed" /> {failure}
      </p>
      <Button onClick={onRetry}>{retry}</Button>
    </div>
  );
}
