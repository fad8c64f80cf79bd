import 'server-only';
import { findBadge } from '#lib/server/auth/badge/find-badge.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import type { CardHolderAnswer } from '#lib/wire/readers.ts';

/** Finds whose card a number is, without a visit. The platform never learns of badges. */
export async function findHolder(
  { desk, actor: { location }, staff }: StaffContext,
  { rfid }: { rfid: string },
): Promise<CardHolderAnswer> {
  const badge = await findBadge(desk, { locationId: location.id, cardNumber: rfid });
  if (badge) return { holder: { kind: 'badge' } };
  const found = await findMember(
    { desk, actor: { location } },
    { lookupKey: { kind: 'rfid', value: rfid }, urgency: 'interactive' },
  );
  switch (found.kind) {
    case 'member':
      return {
        holder: {
          kind: 'member',
          name: isAllowed(staff.role, 'readMembers') ? displayNameOf(found.member) : null,
          isRecalled: found.unavailable !== null,
        },
      };
    case 'unknown':
      return { holder: { kind: 'nobody' } };
    case 'unrecognised':
      return { holder: { kind: 'unavailable' } };
  }
}
