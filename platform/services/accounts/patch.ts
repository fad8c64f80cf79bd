import type { PatchMemberAccountRequest } from '#contracts/v2/accounts.ts';
import { invalidFields } from '#platform/base/errors.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import type { Membership } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { refuseIdentityConflicts } from '#platform/services/members/conflicts.ts';
import { lockMember } from '#platform/services/members/lock.ts';
import { refuseContractOutOfOrder } from './contract-order.ts';
import { lockEmail } from './join.ts';
import { changeMember, type MemberChanges } from './write.ts';

type Sent<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

/**
 * Changes the fields that the request contains. Nothing can be cleared this way: an empty text is ignored too.
 * @throws 400 if a change contradicts the stored data; 409 userEmailConflict, userEmailUsedByAnotherAccountConflict (in another chain) or
 * membershipExists if another account has the e-mail address or the membership id
 */
export async function patchAccount(call: Call, accountId: string, request: PatchMemberAccountRequest): Promise<void> {
  const { contact, membership: sentMembership, ...person } = request;
  const changes = { profile: { ...sent(person), ...sent(contact ?? {}) }, membership: sent(sentMembership ?? {}) };
  await retryOnCollision(() =>
    call.db.transaction(async (sql) => {
      if (changes.profile.email) await lockEmail(sql, changes.profile.email);
      const member = await lockMember(sql, call, accountId);
      const { profile, membership } = member;
      if (isEmpty(changes.profile) && isEmpty(changes.membership)) return;
      refuseContradictions(membership, changes.membership);
      await refuseIdentityConflicts(sql, call, profile, {
        email: changes.profile.email,
        membershipId: changes.membership.membershipId,
      });
      await changeMember(sql, call, member, withoutLostTan(changes));
    }),
  );
}

function refuseContradictions(
  before: Membership,
  change: Sent<PatchMemberAccountRequest['membership'] & object>,
): void {
  if (change.membershipType === 'CORPORATE_FITNESS' && before.membershipType !== 'CORPORATE_FITNESS') {
    throw invalidFields({
      name: 'membership.membershipType',
      message: 'Becomes CORPORATE_FITNESS only by PUT, which takes the verification TAN.',
      rejectedValue: change.membershipType,
    });
  }
  refuseContractOutOfOrder(before, change, 'membership.');
}

/** A membership that stops being corporate loses its TAN. */
const withoutLostTan = ({ profile, membership }: MemberChanges): MemberChanges => {
  const { membershipType } = membership;
  const isCorporateNoLonger = membershipType !== undefined && membershipType !== 'CORPORATE_FITNESS';
  return { profile, membership: isCorporateNoLonger ? { ...membership, tan: null } : membership };
};

const sent = <T extends object>(fields: T): Sent<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Sent<T>; // safe because: fields without a value were removed

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;
