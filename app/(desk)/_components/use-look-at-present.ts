import { useCallback, useEffect, useRef } from 'react';
import { useFailures } from '#components/hooks/use-failures.ts';
import { fetchPresent } from '#lib/taps/fetch-glance.ts';
import type { ActionErrorCode } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

/**
 * Shows what is to be said of somebody who is in at the location.
 * @param answered the tap that the page answers now: whoever comes to the counter meanwhile is not pushed off the screen
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
      const verdict = await fetchPresent(locationId, accountId).catch((error: unknown) => {
        const { status } = error as { status?: number }; // safe because: only compared
        const code: ActionErrorCode = status === 404 ? 'notFound' : status === 401 ? 'signedOut' : 'deskUnreachable';
        failures.tell({ code, message: '', requestId: '', retryable: false });
      });
      if (!verdict || current.current !== before) return;
      lookAt(verdict);
    },
    [locationId, failures, lookAt],
  );
}
