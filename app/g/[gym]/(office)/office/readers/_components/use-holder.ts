import { useQuery } from '@tanstack/react-query';
import { cardHolderQuery } from '#lib/browser/queries/office-queries.ts';
import type { HolderOfCard } from '#lib/wire/readers.ts';

/** Whose card a number is; null where there is no number. */
export function useHolder(locationId: string, rfid: string | null): HolderOfCard | 'loading' | null {
  const asked = useQuery({ ...cardHolderQuery(locationId, rfid ?? ''), enabled: rfid !== null });
  if (rfid === null) return null;
  // also while it is asked again
  if (asked.isError || (asked.data === undefined && asked.errorUpdateCount > 0)) return { kind: 'unavailable' };
  return asked.data?.holder ?? 'loading';
}
