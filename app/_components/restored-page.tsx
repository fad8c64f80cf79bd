'use client';

import { useEffect } from 'react';

/**
 * A browser may restore a page from its back/forward cache even if the response was `no-store`: Safari does so over plain
 * HTTP. By then another person may be at the counter: the restored page is emptied and reloaded.
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
      // the sign-in, which the page has gone on to before it was restored
      document.body.hidden = false;
    };
  }, []);
  return null;
}
