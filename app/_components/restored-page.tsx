'use client';

import { useEffect } from 'react';

/**
 * A browser may keep a page as it was and show it again on Back, whatever the server said of storing it: Safari does so
 * over plain HTTP. Whoever is at the counter then may be somebody else, or nobody: the page comes back empty and is read
 * anew.
 */
export function RestoredPage() {
  useEffect(() => {
    const hide = ({ persisted }: PageTransitionEvent) => {
      if (persisted) document.body.hidden = true;
    };
    const readAnew = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    window.addEventListener('pagehide', hide);
    window.addEventListener('pageshow', readAnew);
    return () => {
      window.removeEventListener('pagehide', hide);
      window.removeEventListener('pageshow', readAnew);
    };
  }, []);
  return null;
}
