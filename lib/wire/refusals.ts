import type { RefusalReason, UnknownReason } from './verdict.ts';

/** Why the platform refused admission. */
export const admissionRefusals = [
  'corporateMembershipEnded',
  'corporateMembershipNotStarted',
  'gymNotInNetwork',
  'noGuestProgramme',
] as const satisfies RefusalReason['code'][];

/** Nobody was found for what was scanned. Which of these count as refusals: `lib/server/refusals/record-refusal.ts`. */
const unknownPeople = [
  'membershipMissing',
  'cardUnknown',
  'passUnknown',
  'emailUnknown',
  'membershipIdUnknown',
  'numberUnknown',
] as const satisfies UnknownReason['code'][];

export const refusalCodes = [...admissionRefusals, ...unknownPeople] as const;
/** Why somebody was turned away at the counter. */
export type RefusalCode = (typeof refusalCodes)[number];
