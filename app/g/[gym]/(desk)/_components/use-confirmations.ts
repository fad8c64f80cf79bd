import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirmedQuery } from '#lib/browser/queries/desk-queries.ts';
import type { Reception } from '#lib/browser/taps/reception.ts';
import { openTapIds, type VerdictHistory } from '#lib/browser/taps/verdict-history.ts';

/**
 * Replaces unconfirmed verdicts as soon as the desk has the platform's answer, and the shown verdict as soon as its visit
 * is undone or ended at another window.
 */
export function useConfirmations(reception: Reception | null, locationId: string, history: VerdictHistory): void {
  const { data } = useQuery(confirmedQuery(locationId, openTapIds(history)));
  useEffect(() => {
    if (data) reception?.confirm(locationId, data);
  }, [reception, locationId, data]);
}
