import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import { useReception } from './reception-context.ts';

/** Taps of this user at this gym that the desk has not accepted yet. */
export function useWaitingTaps(): readonly TapRequest[] {
  const { location, staff, taps } = useReception();
  return taps.waiting.filter((tap) => tap.locationId === location.id && tap.staffId === staff.id);
}
