import { PlatformError } from '#platform/base/errors.ts';
import type { Call } from '#platform/services/call.ts';
import { type KnownMember, type MemberKey, requireMember, requirePerson } from './find.ts';
import type { MemberRow } from './member.ts';

/**
 * The member that all given keys identify.
 * @throws 400 without a key, 404 as every look-up, 409 if the keys identify different people
 */
export const requireNamedMember = (call: Call, keys: MemberKey[]): Promise<KnownMember> =>
  requireOne(keys, (key) => requireMember(call, key));

/** As `requireNamedMember`, but former members are found too. */
export const requireNamedPerson = (call: Call, keys: MemberKey[]): Promise<MemberRow> =>
  requireOne(keys, (key) => requirePerson(call, key));

async function requireOne<Row extends MemberRow>(
  keys: MemberKey[],
  lookUp: (key: MemberKey) => Promise<Row>,
): Promise<Row> {
  const [person, ...others] = await Promise.all(keys.map(lookUp));
  if (!person) throw new PlatformError('invalidRequest', 'The request does not say which member it is about.');
  if (others.some(({ accountId: account_id }) => account_id !== person.accountId)) {
    throw new PlatformError('generalConflict', 'What the request names the member by belongs to different people.');
  }
  return person;
}
