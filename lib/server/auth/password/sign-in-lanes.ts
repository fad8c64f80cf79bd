import 'server-only';
import { openSignInLanes, type SignInLanes } from '#shared/sign-in/sign-in-lanes.ts';

// Next compiles routes apart: only the process itself is common to them
const place = Symbol.for('front-desk.sign-in-lanes');
const shared = globalThis as { [place]?: SignInLanes };

/** Looks at a sign-in in its turn. @returns `busy` at once where too many wait already */
export const inLane: SignInLanes = (browser, look) => {
  shared[place] ??= openSignInLanes();
  return shared[place](browser, look);
};
