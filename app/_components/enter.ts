import { tellOtherPages } from '#lib/browser/queries/session-change.ts';
import { nextAfterSignIn } from '#lib/wire/gym-path.ts';

/**
 * A full page load, so that no data of an earlier user stays in memory. The desk decides which page.
 * @param wanted the page to open, in place of the one that the address names
 */
export function enter(wanted?: string): void {
  tellOtherPages();
  const next = nextAfterSignIn(wanted ?? new URLSearchParams(window.location.search).get('next'));
  window.location.assign(next === '/' ? '/' : `/?${new URLSearchParams({ next })}`);
}
