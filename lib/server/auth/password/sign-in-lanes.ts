import 'server-only';
import { openSignInLanes, type SignInLanes } from '#shared/sign-in/sign-in-lanes.ts';

// Next bundles routes separately, so a module variable would exist several times: globalThis is shared
const place = Symbol.for('front-desk.sign-in-lanes');
// safe because: only this file uses the symbol
const shared = globalThis as { [place]?: SignInLanes };

/** Limits how many sign-ins of a client are checked at a time. @returns `busy` at once where too many wait */
export const inLane: SignInLanes = (browser, look) => {
  shared[place] ??= openSignInLanes();
  return shared[place](browser, look);
};
