import type { RefusalCode } from './refusals.ts';

/** The key below `reasons` for why somebody was turned away: as in the verdict, without the day, which is no longer known. */
export function refusalMessage(reason: RefusalCode) {
  switch (reason) {
    case 'corporateMembershipEnded':
      return 'corporateMembershipEndedBefore';
    case 'corporateMembershipNotStarted':
      return 'corporateMembershipNotStartedYet';
    default:
      return reason;
  }
}
