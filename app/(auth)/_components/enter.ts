import { tellOtherPages } from '#lib/browser/queries/session-change.ts';
import { nextAfterSignIn } from '#lib/wire/gym-path.ts';

/** A full page load, so that no data of an earlier user stays in memory. The desk decides which page. */
export function enter(): void {
  tellOtherPages();
  const next = nextAfterSignIn(new URLSearchParams(window.location.search).get('next'));
  window.location.assign(next === '/' ? '/' : `/?${new URLSearchParams({ next })}`);
}
