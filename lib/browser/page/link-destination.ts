export interface LinkWay {
  link: HTMLAnchorElement;
  /** Path and search. */
  href: string;
}

/** The URL within this window that a click navigates to; null where the page stays. */
export function linkDestination({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): LinkWay | null {
  const link = target instanceof Element ? target.closest('a') : null;
  const opensElsewhere = button !== 0 || ctrlKey || metaKey || shiftKey || altKey || link?.target === '_blank';
  if (!link || opensElsewhere || link.hasAttribute('download') || link.origin !== window.location.origin) return null;
  // target `_self` forces a load even of the current page
  const staysHere = link.pathname === window.location.pathname && link.target !== '_self';
  return staysHere ? null : { link, href: link.pathname + link.search };
}

/** Follows a link whose click was cancelled: by clicking the link itself, which may have other handlers. */
export function followLink({ link, href }: LinkWay, go: (href: string) => void): void {
  if (link.isConnected) link.click();
  else go(href);
}
