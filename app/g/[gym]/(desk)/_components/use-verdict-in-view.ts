import { useCallback, useEffect, useRef } from 'react';

/**
 * Scrolls the verdict back into view with the next scan, where the user has scrolled down to the presence list, mostly on
 * phones.
 * @param answered the current tap of the page
 * @returns the same for a press that shows a verdict, even of the current tap
 */
export function useVerdictInView(answered: string | null): () => void {
  const last = useRef(answered);
  const bring = useCallback(() => document.getElementById('verdict')?.scrollIntoView({ block: 'nearest' }), []);
  useEffect(() => {
    if (answered === last.current) return;
    last.current = answered;
    if (answered !== null) bring();
  }, [answered, bring]);
  return bring;
}
