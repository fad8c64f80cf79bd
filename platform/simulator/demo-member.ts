import type { genders, MembershipType } from '#contracts/v2/account-fields.ts';
import type { TagFormat } from '#contracts/v2/rfids.ts';
import type { DemoGymKey } from './demo-gyms.ts';

export interface DemoPerson {
  firstName: string;
  lastName: string;
  gender: (typeof genders)[number];
  /** `yyyy-MM-dd` */
  dateOfBirth: string;
}

export interface DemoContact {
  phone: string;
  street: string;
  streetNumber: string;
  zipCode: string;
  city: string;
  country: string;
}

/** Days are `yyyy-MM-dd` in the time zone of the member's gym, first and last day inclusive. */
export interface DemoContract {
  membershipType: MembershipType;
  membershipSubType: string;
  startOfContract: string;
  /** Null if no end is agreed. */
  endOfContract: string | null;
}

/** The entitlement that the employer pays for; null if it has no end. */
export interface DemoEntitlement {
  verificationTan: string;
  startsOn: string;
  endsOn: string | null;
  plus1: boolean;
}

export interface DemoCardHeld {
  rfid: string;
  tagFormat: TagFormat | null;
}

/** A wallet pass, of either Google (`collectorId`) or Apple (`passTypeId`). */
export type DemoPass =
  | { token: string; collectorId: number; passTypeId: null }
  | { token: string; collectorId: null; passTypeId: string };

export interface DemoMember extends DemoPerson, DemoContract {
  accountId: string;
  gym: DemoGymKey;
  email: string;
  contact: DemoContact | null;
  membershipId: string;
  agreementNumber: string;
  referringMemberId: string | null;
  barcode: string | null;
  entitlement: DemoEntitlement | null;
  cards: readonly DemoCardHeld[];
  pass: DemoPass | null;
  /** How often the member trains while the contract is valid. */
  visitsPerWeek: number;
  /** Whether the member shares training data with the gym. */
  sharesData: boolean;
  trainer: boolean;
  gymOwner: boolean;
  /** The holder of a demo card: not in the gym, and not there earlier today. */
  holdsDemoCard: boolean;
}
