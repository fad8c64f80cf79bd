import { and, count, eq, gt, isNull, sql as raw } from 'drizzle-orm';
import type { Permission } from '#contracts/v2/operations.ts';
import { apiKeys } from '#platform/db/schema/keys.ts';
import { createApiKey } from '#platform/services/api-keys/create.ts';
import type { RuleContext } from '#platform/services/rule-context.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** A gym may have this many valid keys at a time, because each key has its own rate limit. */
export const mostLiveKeys = 25;
/** A gym may create this many keys a day, whether or not they were revoked. */
export const mostKeysADay = 50;

interface OwnersKey {
  chainId: string;
  gymId: string;
  permissions: Permission[];
}

export type KeyMistake = 'tooManyLive' | 'tooManyToday';
type KeyAnswer = { kind: 'created'; apiKey: string } | { kind: KeyMistake };

/** Creates a key for a gym, unless its owner created too many. The operator has no such limit. */
export async function createOwnersKey(work: RuleContext, key: OwnersKey): Promise<KeyAnswer> {
  const { sql, clock, realClock = clock } = work;
  await sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended(${`keys of ${key.gymId}`}, 0))`);
  const countOf = async (isCounted: ReturnType<typeof isNull>) =>
    (
      await sql
        .select({ keys: count() })
        .from(apiKeys)
        .where(and(eq(apiKeys.gymId, key.gymId), isCounted))
    )[0]?.keys ?? 0;
  if ((await countOf(isNull(apiKeys.revokedAt))) >= mostLiveKeys) return { kind: 'tooManyLive' };
  const aDayAgo = new Date(realClock().getTime() - dayMs);
  if ((await countOf(gt(apiKeys.createdAt, aDayAgo))) >= mostKeysADay) return { kind: 'tooManyToday' };
  const { apiKey } = await createApiKey(work, key);
  return { kind: 'created', apiKey };
}
