import { and, eq, gt, lte, or, sql as raw } from 'drizzle-orm';
import { PlatformError } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { tanFailures, tans } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { findMemberOfId, findProfileOfEmail, findProfilesOfOtherChains } from '#platform/services/members/conflicts.ts';
import { isSamePerson, type PersonalName } from '#platform/services/members/same-person.ts';
import { aheadFrom } from '#shared/database/ahead.ts';

const windowMs = 15 * 60_000;
/** So often in the window may a gym send a TAN that is none or somebody else's, */
const mostOfGym = 10;
/** and all gyms of a chain together. */
const mostOfChain = 30;
/** Who was wrong less often may go on whatever the others of the chain did. */
const fewOfGym = 3;

/** Who is to have a TAN: an account, or a person who may have one already. */
type Holder = { accountId: string } | (PersonalName & { email: string; membershipId: string });

interface SentTan {
  tan: string | null | undefined;
  holder: Holder;
}

/**
 * To be asked before a TAN is claimed. TANs are of all chains, so that whoever may send them without end finds somebody's in the
 * end: those that are wrong are counted, for the gym and its chain, whatever becomes of the request. It is a transaction of
 * its own, which lets those of the chain look one after the other: of many at once no more than the limits are answered.
 * @throws 429 for a gym that was wrong too often, also for a TAN that is right
 */
export async function countGuess(call: Call, { tan, holder }: SentTan): Promise<void> {
  if (!tan) return;
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
 * A program that sends all its members as new ones, to learn which of them are, guesses nothing. Nor does who is a member of another
 * chain, with the TAN that they have there.
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
  // of a clock that was set back since: it would count for as long as that was
  const isAhead = gt(tanFailures.failedAt, aheadFrom(clock()));
  await sql.delete(tanFailures).where(and(ofChain, or(isPast, isAhead)));
  const failures = await sql.select().from(tanFailures).where(ofChain).orderBy(tanFailures.failedAt);
  const own = failures.filter((failure) => failure.gymId === gymId);
  const isOver = own.length >= mostOfGym || (own.length >= fewOfGym && failures.length >= mostOfChain);
  // so many have to be past that one fewer than the limit is left
  const oldest = own.length >= mostOfGym ? own.at(-mostOfGym) : failures.at(-mostOfChain);
  if (!isOver || !oldest) return;
  throw new PlatformError('tooManyRequests', 'Too many verification TANs of this gym were wrong.', {
    metadata: { entity: 'TAN' },
    retryAfterS: Math.ceil((oldest.failedAt.getTime() + windowMs - now) / 1000),
  });
}
