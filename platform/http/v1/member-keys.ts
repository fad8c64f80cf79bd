import type { MemberKey } from '#platform/services/members/find.ts';
import { readRfid } from '#platform/services/members/stored-rfid.ts';

interface Names {
  userId?: number | undefined;
  membershipId?: string | null | undefined;
  rfidId?: string | null | undefined;
  eMail?: string | null | undefined;
}

/** The keys by which a request identifies a member. */
export const memberKeysOf = ({ userId, membershipId, rfidId, eMail }: Names): MemberKey[] => [
  ...(userId === undefined ? [] : [{ by: 'legacyUserId', legacyUserId: userId } as const]),
  ...(membershipId == null ? [] : [{ by: 'membershipId', membershipId } as const]),
  ...(rfidId == null ? [] : [{ by: 'rfid', rfid: readRfid(rfidId).rfid } as const]),
  ...(eMail == null ? [] : [{ by: 'email', email: eMail } as const]),
];
