import { and, eq, gt, lte, or, sql as raw } from 'drizzle-orm';
import { PlatformError } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { tanFailures, tans } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { findMemberOfId, findProfileOfEmail, findProfilesOfOtherChains } from '#platform/services/members/conflicts.ts';
import { isSamePerson, type PersonalName } from '#platform/services/members/same-person.ts';
import { aheadFrom } from '#shared/database/ahead.ts';

const windowMs = 15 * 60_000;
/** A gym may send this many wrong TANs per window, unknown or bound to another account. */
const mostOfGym = 10;
/** All gyms of a chain together may send this many. */
const mostOfChain = 30;
/** A gym with fewer failures than this is not blocked by the chain's limit. */
const guaranteedOfGym = 3;

/** The person the TAN is for: an account, or someone who may have one already. */
type Holder = { accountId: string } | (PersonalName & { email: string; membershipId: string });

interface SentTan {
  tan: string | null | undefined;
  holder: Holder;
}

/**
 * Call it before a TAN is claimed. TANs are valid in all chains, so unlimited requests could guess a TAN of another
 * person. Wrong TANs are therefore counted per gym and chain, even if the request fails. It runs in its own
 * transaction with a lock per chain: concurrent requests cannot exceed the limits.
 * A gym of a sandbox without limits is not counted.
 * @throws 429 for a gym with too many failures, even if this TAN is right
 */
export async function countGuess(call: Call, { tan, holder }: SentTan): Promise<void> {
  if (!tan || call.isUnlimited) return;
  await call.db.transaction(async (sql) => {
    const { chainId, gymId, clock, ids } = call;
    await sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended(${`TANs of ${chainId}`}, 0))`);
    await refuseGuesser(sql, call);
    const [found] = await sql.select({ accountId: tans.accountId }).from(tans).where(eq(tans.tan, tan));
    if (found && (found.accountId === null || (await isHeldBy(sql, call, found.accountId, holder)))) return;
    await sql.insert(tanFailures).values({ chainId, gymId, failureId: ids.uuid(), failedAt: clock() });
  });
}

/**
 * Not a guess: a client that sends all its members as new ones, to find out which of them exist, or a member of
 * another chain with the TAN they have there.
 */
async function isHeldBy(sql: Sql, { chainId }: Call, accountId: string, holder: Holder): Promise<boolean> {
  if ('accountId' in holder) return holder.accountId === accountId;
  const ofEmail = await findProfileOfEmail(sql, chainId, holder.email);
  const ofId = await findMemberOfId(sql, chainId, holder.membershipId);
  if (ofEmail?.accountId === accountId || ofId?.accountId === accountId) return true;
  const elsewhere = await findProfilesOfOtherChains(sql, holder.email);
  return elsewhere.some((profile) => profile.accountId === accountId && isSamePerson(profile, holder));
}

async function refuseGuesser(sql: Sql, { chainId, gymId, clock }: Call): Promise<void> {
  const now = clock().getTime();
  const ofChain = eq(tanFailures.chainId, chainId);
  const isPast = lte(tanFailures.failedAt, new Date(now - windowMs));
  // written before the clock was set back; it would count until the clock catches up
  const isAhead = gt(tanFailures.failedAt, aheadFrom(clock()));
  await sql.delete(tanFailures).where(and(ofChain, or(isPast, isAhead)));
  const failures = await sql.select().from(tanFailures).where(ofChain).orderBy(tanFailures.failedAt);
  const own = failures.filter((failure) => failure.gymId === gymId);
  const isOver = own.length >= mostOfGym || (own.length >= guaranteedOfGym && failures.length >= mostOfChain);
  // when this failure leaves the window, the count is below the limit again
  const oldest = own.length >= mostOfGym ? own.at(-mostOfGym) : failures.at(-mostOfChain);
  if (!isOver || !oldest) return;
  throw new PlatformError('tooManyRequests', 'Too many verification TANs of this gym were wrong.', {
    metadata: { entity: 'TAN' },
    retryAfterS: Math.ceil((oldest.failedAt.getTime() + windowMs - now) / 1000),
  });
}
