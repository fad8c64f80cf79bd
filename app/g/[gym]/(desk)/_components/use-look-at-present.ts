import { useCallback, useEffect, useRef } from 'react';
import { useFailures } from '#components/hooks/use-failures.ts';
import { fetchPresent } from '#lib/browser/taps/fetch-glance.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

/**
 * Shows the verdict of a member of the presence list.
 * @param answered the current tap of the page: a scan made in the meantime is not replaced by the verdict
 */
export function useLookAtPresent(
  locationId: string,
  answered: string | null,
  lookAt: (verdict: Verdict) => void,
): (accountId: string) => Promise<void> {
  const failures = useFailures();
  const current = useRef(answered);
  useEffect(() => {
    current.current = answered;
  }, [answered]);
  return useCallback(
    async (accountId) => {
      const before = current.current;
      const verdict = await fetchPresent(locationId, accountId).catch(failures.tellRead);
      if (!verdict || current.current !== before) return;
      lookAt(verdict);
    },
    [locationId, failures, lookAt],
  );
}
