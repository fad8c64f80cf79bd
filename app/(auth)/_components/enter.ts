import { tellOtherPages } from '#lib/browser/queries/session-change.ts';
import { nextAfterSignIn } from '#lib/wire/gym-path.ts';

/** Goes on with a whole new page, so that nothing of an earlier person is left in memory: the one that was asked for, if any was. */
export function enter(): void {
  tellOtherPages();
  window.location.assign(nextAfterSignIn(new URLSearchParams(window.location.search).get('next')));
}
