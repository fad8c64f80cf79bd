import { useCallback, useEffect, useRef } from 'react';

/**
 * Keeps what the page answers on the screen: where somebody scrolled down to who is in, on a phone above all, the next
 * scan brings the verdict back into view.
 * @param answered the tap that the page answers now
 * @returns the same for a press that shows a verdict, of the tap on the screen too
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
