/** Where in this window a click leads; null where it leaves the page as it is. */
export function linkDestination({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): string | null {
  const link = target instanceof Element ? target.closest('a') : null;
  const opensElsewhere = button !== 0 || ctrlKey || metaKey || shiftKey || altKey || link?.target === '_blank';
  if (!link || opensElsewhere || link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname ? null : link.pathname + link.search;
}
