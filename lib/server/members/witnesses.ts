import 'server-only';
import { and, asc, desc, eq, inArray, lte, not, notInArray, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { isDecided } from '#lib/server/directory/absent.ts';
import { listAccounts, readAccount } from '#lib/server/gym-api/accounts.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import type { Gone } from './forget-member.ts';

/** Short, because a shutdown of the desk waits for the request. */
const patienceMs = 3_000;
/** The most witnesses to ask for; one that is found is enough. Several, because some may have left in the meantime. */
const witnessesAsked = 3;

/** Asks the platform for a single member, with background priority. */
export const askAlone = ({ desk, actor: { location } }: LocationContext, { accountId }: OfMember) =>
  readAccount(desk.gymClientOf(location), { accountId, urgency: 'background', timeoutMs: patienceMs });

/**
 * Filters out members whom the platform only seems not to know: the key of another chain has none of these members, and a failing
 * platform may return nobody. A member is believed to be gone if there is a witness: another member whom the platform still
 * returns, and who was in the directory already when the platform last returned the missing one, so that both were read with the
 * same key. Where a manager has decided, or the gym has no other members, a non-empty list of members is enough.
 */
export async function believedOf(context: LocationContext, { gone }: { gone: readonly Gone[] }): Promise<Gone[]> {
  if (gone.length === 0) return [];
  const { db } = context.desk;
  const { location } = context.actor;
  const here = eq(members.locationId, location.id);
  const accountIds = gone.map(({ accountId }) => accountId);
  const isOther = and(here, notInArray(members.accountId, accountIds));
  const [sync] = await db.select().from(directorySyncs).where(eq(directorySyncs.locationId, location.id));
  const decided = isDecided({ absentConfirmedAt: sync?.absentConfirmedAt ?? null });
  const missing = await db
    .select({ accountId: members.accountId, syncedAt: members.syncedAt, isDecided: sql<boolean>`${decided}` })
    .from(members)
    .where(and(here, inArray(members.accountId, accountIds)));
  const lastSynced = new Date(Math.max(0, ...missing.map(({ syncedAt }) => syncedAt.getTime())));
  const witnesses = await db
    .select({ accountId: members.accountId, knownSince: members.knownSince })
    .from(members)
    .where(and(isOther, not(members.isAbsentByName), not(decided), lte(members.knownSince, lastSynced)))
    .orderBy(
      sql`${members.absentAt} is not null`,
      asc(members.knownSince),
      desc(members.syncedAt),
      asc(members.accountId),
    )
    .limit(witnessesAsked);
  const known = await findKnown(context, witnesses);
  if (known) {
    const testified = new Set(
      missing.filter(({ syncedAt }) => known.knownSince <= syncedAt).map(({ accountId }) => accountId),
    );
    return gone.filter(({ accountId }) => testified.has(accountId));
  }
  const hasOthers = (await db.$count(members, isOther)) > 0;
  if (witnesses.length > 0 || !(await listsAnyone(context))) return [];
  const withoutWitness = new Set(missing.filter((row) => row.isDecided || !hasOthers).map((row) => row.accountId));
  return gone.filter(({ accountId }) => withoutWitness.has(accountId));
}

async function findKnown<Witness extends { accountId: string }>(
  context: LocationContext,
  witnesses: readonly Witness[],
): Promise<Witness | null> {
  for (const witness of witnesses) {
    if (context.desk.live.stopping.aborted) return null;
    const answer = await askAlone(context, { accountId: witness.accountId });
    if (answer.ok && answer.value.membership) return witness;
  }
  return null;
}

/** Whether the platform lists any member: one that has lost its data lists none. */
async function listsAnyone({ desk, actor: { location } }: LocationContext): Promise<boolean> {
  const answer = await listAccounts(desk.gymClientOf(location), { offset: 0, since: null });
  return answer.ok && answer.value.items.length + answer.value.unreadable.length > 0;
}
