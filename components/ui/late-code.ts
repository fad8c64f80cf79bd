import { useEffect } from 'react';

/** After this time, what a page needs only later is fetched, so that a later outage or deployment does not miss it. */
export const fetchAfterMs = 2_000;
export const fetchAgainAfterMs = 2_000;

/**
 * Fetches code that a press needs some time after the page has started: it delays no start, and a press finds it also
 * once the desk cannot be reached, or has been updated and no longer has this page's files.
 * @param load imports it; a module that was imported is not fetched again
 */
export function useLateCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  useEffect(() => {
    let timer = setTimeout(fetchCode, fetchAfterMs);
    function fetchCode() {
      load().catch(() => {
        if (!isOver) timer = setTimeout(fetchCode, fetchAgainAfterMs);
      });
    }
    let isOver = false;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [load]);
  return load;
}
