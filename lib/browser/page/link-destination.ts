export interface LinkWay {
  link: HTMLAnchorElement;
  /** Path and search. */
  href: string;
}

/** Where in this window a click leads; null where it leaves the page as it is. */
export function linkDestination({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): LinkWay | null {
  const link = target instanceof Element ? target.closest('a') : null;
  const opensElsewhere = button !== 0 || ctrlKey || metaKey || shiftKey || altKey || link?.target === '_blank';
  if (!link || opensElsewhere || link.hasAttribute('download') || link.origin !== window.location.origin) return null;
  // one that says so loads even the page it is on
  const staysHere = link.pathname === window.location.pathname && link.target !== '_self';
  return staysHere ? null : { link, href: link.pathname + link.search };
}

/** Goes where a link leads that was held: by the link itself, which may have more to do than to lead there. */
export function followLink({ link, href }: LinkWay, go: (href: string) => void): void {
  if (link.isConnected) link.click();
  else go(href);
}
