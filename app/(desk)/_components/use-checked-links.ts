import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { linkDestination } from '#lib/browser/link-destination.ts';
import { pingDesk } from '#lib/taps/fetch-glance.ts';

/**
 * A page that cannot be had is a page of the browser's own, on which nothing is scanned: while the desk is not heard, a
 * link is followed once the desk has answered.
 */
export function useCheckedLinks(isConnected: boolean, onAway: () => void): void {
  const router = useRouter();
  const follow = useEffectEvent((href: string) => pingDesk().then(() => router.push(href), onAway));

  useEffect(() => {
    if (isConnected) return;
    const hold = (event: MouseEvent) => {
      const href = linkDestination(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      void follow(href);
    };
    window.addEventListener('click', hold, { capture: true });
    return () => window.removeEventListener('click', hold, { capture: true });
  }, [isConnected]);
}
