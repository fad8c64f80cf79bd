import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { TaskRequest } from '#contracts/v2/tasks.ts';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { type AccountId, readAccountId } from '#platform/services/members/account-id.ts';

type Named = Pick<TaskRequest, 'authorId' | 'targetId' | 'completerId'>;

interface TaskPeople {
  authorId: AccountId;
  targetId: AccountId;
  /** The completer that the request names. */
  completerId?: AccountId;
}

/**
 * The accounts that a task names. Author and completer may be former members. Their rows are locked until the end of
 * the transaction, so that none of them can be erased in between.
 * @throws 404 ACCOUNT unless the chain knows all of them
 */
export async function requirePeople<Request extends Partial<Named>>(
  sql: Sql,
  { chainId, seesUnmigrated }: Call,
  request: Request,
): Promise<Request extends Named ? TaskPeople : Partial<TaskPeople>> {
  const people = {
    authorId: readAccount(request.authorId),
    targetId: readAccount(request.targetId),
    completerId: readAccount(request.completerId),
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
        seesUnmigrated ? undefined : or(isNull(memberships.isKnownToV2), eq(memberships.isKnownToV2, true)),
      ),
    )
    .for('key share', { of: chainProfiles });
  if (known.length < named.size) throw notFound('ACCOUNT');
  return people as TaskPeople; // safe because: every named person has an account id
}

const readAccount = (named: string | null | undefined) => (named ? readAccountId(named) : undefined);
