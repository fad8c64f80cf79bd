import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import { useReception } from './reception-context.ts';

/** Taps that this person has made at this gym and the desk has not taken yet: those of others are told to others. */
export function useWaitingTaps(): readonly TapRequest[] {
  const { location, staff, taps } = useReception();
  return taps.waiting.filter((tap) => tap.locationId === location.id && tap.staffId === staff.id);
}
