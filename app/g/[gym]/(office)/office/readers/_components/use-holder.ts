import { useQuery } from '@tanstack/react-query';
import type { ShownHolder } from '#components/readers/holder-line.tsx';
import { cardHolderQuery } from '#lib/browser/queries/office-queries.ts';

/** Whose card a number is; null where there is no number. */
export function useHolder(locationId: string, rfid: string | null): ShownHolder | null {
  const asked = useQuery({ ...cardHolderQuery(locationId, rfid ?? ''), enabled: rfid !== null });
  if (rfid === null) return null;
  if (asked.data) return asked.data.holder;
  // also while it is asked again
  return asked.errorUpdateCount > 0 ? 'failed' : 'loading';
}
