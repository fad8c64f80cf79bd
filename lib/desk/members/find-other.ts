import 'server-only';
import type { Location } from '#lib/db/schema/locations.ts';
import type { Desk } from '#lib/desk/base/desk.ts';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import { memberOf } from '#lib/desk/directory/member.ts';
import { findAccountByEmail, readAccount } from '#lib/gym-api/accounts.ts';
import { displayNameOf } from '#lib/names/person-name.ts';
import type { OtherMember } from '#lib/wire/members.ts';

/** Who it is that has an id: from the directory, else from the platform. Null where neither says. */
export async function findOther(desk: Desk, location: Location, accountId: string): Promise<OtherMember | null> {
  const known = await findInDirectory(desk.db, location.id, { kind: 'accountId', value: accountId });
  if (known) return { accountId, displayName: displayNameOf(known) };
  const answer = await readAccount(desk.gymOf(location), accountId, 'interactive');
  return answer.ok ? { accountId, displayName: displayNameOf(memberOf(answer.value)) } : null;
}

/** Who has an e-mail address in this chain, where the platform says no more than that somebody has. */
export async function findOtherByEmail(desk: Desk, location: Location, email: string): Promise<OtherMember | null> {
  const answer = await findAccountByEmail(desk.gymOf(location), email, 'interactive');
  if (!answer.ok) return null;
  const member = memberOf(answer.value);
  return { accountId: member.accountId, displayName: displayNameOf(member) };
}
