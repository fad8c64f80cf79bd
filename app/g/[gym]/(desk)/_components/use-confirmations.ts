import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirmedQuery } from '#lib/browser/queries/desk-queries.ts';
import type { Reception } from '#lib/browser/taps/reception.ts';
import { openTapIds, type VerdictHistory } from '#lib/browser/taps/verdict-history.ts';

/**
 * Replaces verdicts that could not be confirmed as soon as the desk has heard from the platform, and the one on the screen
 * as soon as its visit is taken back or ended at another window.
 */
export function useConfirmations(reception: Reception | null, locationId: string, history: VerdictHistory): void {
  const { data } = useQuery(confirmedQuery(locationId, openTapIds(history)));
  useEffect(() => {
    if (data) reception?.confirm(locationId, data);
  }, [reception, locationId, data]);
}
