import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirmedQuery, forgottenQuery } from '#lib/browser/queries/desk-queries.ts';
import type { Reception } from '#lib/browser/taps/reception.ts';
import { accountIdsOf, openTapIds, type VerdictHistory } from '#lib/browser/taps/verdict-history.ts';

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

/** Removes the verdicts of members whose data was deleted, at this window or elsewhere. */
export function useForgotten(reception: Reception | null, locationId: string): void {
  const shown = () => (reception ? accountIdsOf(reception.stateAt(locationId).history) : []);
  const { data } = useQuery(forgottenQuery(locationId, shown));
  useEffect(() => {
    if (data.length > 0) reception?.forget(locationId, data);
  }, [reception, locationId, data]);
}
