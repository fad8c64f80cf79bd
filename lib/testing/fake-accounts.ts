import type { MemberAccount, MemberAccountRequest, PatchMemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { PushNotificationRequest } from '#contracts/v2/notifications.ts';
import type { GymRoles } from '#contracts/v2/roles.ts';
import { type FakeMember, type FakeRequest, type Reply, refuse } from './fake-platform.ts';

/** Changes of members by the fake platform, which has no rules, unlike the real one. Null for other requests. */
export function changeMember(members: FakeMember[], { method, rawPath, query, body }: FakeRequest): Reply | null {
  const [accountId, part] = rawPath.replace('/api/v2/accounts/', '').split('/').map(decodeURIComponent);
  const member = members.find(({ account }) => account.accountId === accountId);
  switch (`${method} ${part ?? ''}`.trim()) {
    case 'PATCH':
      if (!member) return missing;
      member.account = patched(member.account, body as PatchMemberAccountRequest); // safe because: the desk sends this shape
      return { status: 204 };
    case 'PUT':
      if (!member) return missing;
      member.account = replaced(member.account, body as MemberAccountRequest); // safe because: as above
      return { status: 200, body: member.account };
    case 'DELETE':
      if (!member) return missing;
      members.splice(members.indexOf(member), 1);
      member.deleted = query.get('eraseMemberData') === 'true' ? 'erased' : 'ended';
      return { status: 204 };
    case 'GET roles':
      return member ? { status: 200, body: { trainer: false, gymOwner: false, ...member.roles } } : missing;
    case 'POST roles':
      if (!member) return missing;
      member.roles = { ...member.roles, ...(body as GymRoles) }; // safe because: as above
      return { status: 204 };
    case 'POST notifications':
      if (!member) return missing;
      member.messages = [...(member.messages ?? []), body as PushNotificationRequest]; // safe because: as above
      return { status: 204 };
    default:
      return null;
  }
}

const missing = refuse('notFound', { entity: 'ACCOUNT' });

function patched(account: MemberAccount, { contact, membership, ...person }: PatchMemberAccountRequest): MemberAccount {
  return {
    ...account,
    ...sent(person),
    contact: { ...account.contact, ...sent(contact ?? {}) },
    membership: { ...account.membership, ...sent(membership ?? {}) },
  };
}

const sent = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));

function replaced({ accountId }: MemberAccount, request: MemberAccountRequest): MemberAccount {
  const { verificationTAN: _, ...membership } = request.membership;
  return { accountId, ...request, membership };
}
