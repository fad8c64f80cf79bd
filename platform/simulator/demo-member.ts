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

/** Days are `yyyy-MM-dd` at the member's gym, the first and the last one included. */
export interface DemoContract {
  membershipType: MembershipType;
  membershipSubType: string;
  startOfContract: string;
  /** Null while no end is agreed. */
  endOfContract: string | null;
}

/** What the employer pays for; null ends where no end is set. */
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
  /** How often the member trains while the contract runs. */
  visitsPerWeek: number;
  /** Whether the member agreed that training data goes to the gym. */
  sharesData: boolean;
  trainer: boolean;
  gymOwner: boolean;
  /** Holder of a demo card: not in, and not here earlier today. */
  isNamed: boolean;
}
