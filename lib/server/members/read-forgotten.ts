import 'server-only';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { readForgotten } from '#lib/server/base/forgotten.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import { type ForgottenMember, mostAskedMembers } from '#lib/wire/forgotten-member.ts';

/** One account, or several, of a query string. */
export const forgottenInput = z.object({
  accountId: z.union([
    accountIdInput.transform((accountId) => [accountId]),
    z.array(accountIdInput).min(1).max(mostAskedMembers).readonly(),
  ]),
});

/** Those of the members whose data was deleted, so that a window removes what it has shown of them. */
export async function readForgottenMembers(
  { desk: { db }, actor: { location } }: LocationContext,
  { accountId }: z.output<typeof forgottenInput>,
): Promise<ForgottenMember[]> {
  const found = await readForgotten(db, { locationId: location.id, accountIds: accountId });
  return found.map(({ accountId, at }) => ({ accountId, at: at.toISOString() }));
}
