import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { followLink, type LinkWay, linkDestination } from '#lib/browser/page/link-destination.ts';
import { isPageHeld } from '#lib/browser/page/page-leaving.ts';
import { pingDesk } from '#lib/browser/taps/fetch-glance.ts';

/**
 * A page that cannot be had is a page of the browser's own, on which nothing is scanned: while the desk is not heard, a
 * link is followed once the desk has answered.
 */
export function useCheckedLinks(isConnected: boolean, onAway: () => void): void {
  const router = useRouter();
  const isFollowing = useRef(false);
  const follow = useEffectEvent((way: LinkWay) => {
    isFollowing.current = true;
    followLink(way, router.push);
    isFollowing.current = false;
  });
  const check = useEffectEvent((way: LinkWay) => void pingDesk().then(() => follow(way), onAway));

  useEffect(() => {
    if (isConnected) return;
    const hold = (event: MouseEvent) => {
      // what is unsaved is asked about first; then the link is pressed once more
      const way = isFollowing.current || isPageHeld() ? null : linkDestination(event);
      if (way === null) return;
      event.preventDefault();
      event.stopPropagation();
      check(way);
    };
    window.addEventListener('click', hold, { capture: true });
    return () => window.removeEventListener('click', hold, { capture: true });
  }, [isConnected]);
}
