import { tellOtherPages } from '#lib/browser/queries/session-change.ts';
import { nextAfterSignIn } from '#lib/wire/gym-path.ts';

/** Goes on with a whole new page, so that nothing of an earlier person is left in memory. Which one, the desk says. */
export function enter(): void {
  tellOtherPages();
  const next = nextAfterSignIn(new URLSearchParams(window.location.search).get('next'));
  window.location.assign(next === '/' ? '/' : `/?${new URLSearchParams({ next })}`);
}
