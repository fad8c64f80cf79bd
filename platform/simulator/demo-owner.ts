import { randomIds } from '#platform/base/clock-and-ids.ts';
import { demoChain, demoGyms, demoOwnerEmail } from './demo-gyms.ts';
import type { LinkedOwner } from './keep-owner.ts';

/** The owner of München West: without a password, for the sign-in link of a sandbox. */
export const demoOwnerAt = (now: Date): LinkedOwner => ({
  chainId: demoChain.chainId,
  gymId: demoGyms.west.gymId,
  email: demoOwnerEmail,
  now,
  ids: randomIds,
});
