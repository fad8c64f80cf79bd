import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { followLink, type LinkWay, linkDestination } from '#lib/browser/page/link-destination.ts';
import { isPageHeld } from '#lib/browser/page/page-leaving.ts';
import { pingDesk } from '#lib/browser/taps/fetch-glance.ts';

/**
 * While the desk is unreachable, a link is followed only after the desk has answered a ping: a failed navigation would end
 * on the browser's error page, where no scan is recorded.
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
      // with unsaved input, that question comes first, and then the link is pressed again
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
