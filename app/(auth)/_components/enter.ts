import { tellOtherPages } from '#lib/browser/queries/session-change.ts';

/** Goes on with a whole new page, so that nothing of an earlier person is left in memory. */
export function enter(): void {
  tellOtherPages();
  window.location.assign('/');
}
