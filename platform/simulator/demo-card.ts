/**
 * The case that a demo card shows at the desk of München West. The codes are stable: the desk has a message for each.
 */
export const demoCases = [
  'admitted',
  'contractEndsSoon',
  'contractEnded',
  'prospect',
  'birthday',
  'firstAdmission',
  'corporateMembershipEnded',
  'corporateMembershipNotStarted',
  'noGuestProgramme',
  'walletPass',
  'otherGym',
  'cardUnknown',
] as const;
export type DemoCase = (typeof demoCases)[number];

/** A card for a visitor to try. */
export interface DemoCard {
  /** What to scan or type. */
  value: string;
  /** The holder's name; empty for an unassigned card. */
  name: string;
  shows: DemoCase;
}
