import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { TaskRequest } from '#contracts/v2/tasks.ts';
import type { Sql } from '#platform/db/client.ts';
import { chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { notFound } from '#platform/errors.ts';
import { type AccountId, readAccountId } from '#platform/services/accounts/account-id.ts';

export interface TaskPeople {
  authorId: AccountId;
  targetId: AccountId;
  /** Who is named as having done it. */
  completerId?: AccountId;
}

/**
 * The accounts that a task names. Author and completer need not be members any longer. Until the transaction ends
 * none of them can be erased, so that no task names somebody the chain has forgotten.
 * @throws 404 ACCOUNT unless the chain knows all of them
 */
export async function requirePeople(sql: Sql, chainId: string, request: TaskRequest): Promise<TaskPeople> {
  const people = {
    authorId: readAccountId(request.authorId),
    targetId: readAccountId(request.targetId),
    completerId: request.completerId ? readAccountId(request.completerId) : undefined,
  };
  const named = new Set(Object.values(people).flatMap((accountId) => accountId?.toLowerCase() ?? []));
  const isMembership = and(eq(memberships.chainId, chainId), eq(memberships.accountId, chainProfiles.accountId));
  const known = await sql
    .select({ accountId: chainProfiles.accountId })
    .from(chainProfiles)
    .leftJoin(memberships, isMembership)
    .where(
      and(
        eq(chainProfiles.chainId, chainId),
        inArray(chainProfiles.accountId, [...named]),
        or(isNull(memberships.isKnownToV2), ne(memberships.isKnownToV2, false)),
      ),
    )
    .for('key share', { of: chainProfiles });
  if (known.length < named.size) throw notFound('ACCOUNT');
  return people;
}
