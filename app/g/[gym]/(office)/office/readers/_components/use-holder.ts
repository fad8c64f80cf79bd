import { useQuery } from '@tanstack/react-query';
import { cardHolderQuery } from '#lib/browser/queries/office-queries.ts';
import type { HolderOfCard } from '#lib/wire/readers.ts';

/** Whose card a number is; null where there is no number. */
export function useHolder(locationId: string, rfid: string | null): HolderOfCard | 'loading' | null {
  const asked = useQuery({ ...cardHolderQuery(locationId, rfid ?? ''), enabled: rfid !== null });
  if (rfid === null) return null;
  if (asked.data) return asked.data.holder;
  // also while it is asked again
  return asked.errorUpdateCount > 0 ? { kind: 'unavailable' } : 'loading';
}
