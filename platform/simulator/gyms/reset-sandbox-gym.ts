import { and, eq, inArray, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { chainProfiles, tans } from '#platform/db/schema/accounts.ts';
import { gyms } from '#platform/db/schema/chains.ts';
import { sandboxGyms } from '#platform/db/schema/sandbox.ts';
import { changeDespiteRequests } from '#platform/services/sandbox/change-despite-requests.ts';
import { removeFaultsOfGyms } from '#platform/services/sandbox/faults/remove-of-gyms.ts';
import { createOwnerLink } from '#platform/services/sandbox/owner-links.ts';
import { setOwnerBack } from '#platform/simulator/set-owner-back.ts';
import { removeAccountsOfNobody, removeMembers, removeRowsOfGyms } from './chain-rows.ts';
import { type FilledGym, ownerEmailOf, type SandboxContext } from './create-sandbox-gym.ts';
import { type GymContents, writeContents } from './gym-contents.ts';

/**
 * Sets a gym that a client of the sandbox has made back to what it was when it was made, but for its credentials, which stay.
 * @returns undefined for any other gym
 */
export async function resetSandboxGym(context: SandboxContext, gymId: string): Promise<FilledGym | undefined> {
  const { sandbox } = context;
  const filled = await changeDespiteRequests(sandbox, (sql) => refill(sql, context, gymId));
  return filled && { ...filled, ownerToken: await createOwnerLink(sandbox, filled.ownerEmail) };
}

async function refill(
  sql: Sql,
  { sandbox, clock }: SandboxContext,
  gymId: string,
): Promise<Omit<FilledGym, 'ownerToken'> | undefined> {
  const isThis = eq(sandboxGyms.gymId, gymId);
  const [made] = await sql.select().from(sandboxGyms).where(isThis).for('update');
  const [gym] = made ? await sql.select().from(gyms).where(eq(gyms.gymId, gymId)) : [];
  if (!made || !gym) return undefined;
  const { chainId, legacyGymId, name, timeZone } = gym;
  await removeFaultsOfGyms(sql, [gymId]);
  // whoever is claiming one is waited for, so that the member is known in the statements that follow
  const known = await lockTans(sql, made.tans, chainId);
  const accountIds = await removeMembers(sql, chainId);
  await removeRowsOfGyms(sql, chainId);
  const freeTans = await findFree(sql, known, gymId);
  const now = clock(); // without a clock of its own, the gym follows the platform's
  const ownerEmail = ownerEmailOf(gymId);
  await setOwnerBack(sql, { chainId, gymId, email: ownerEmail, now, ids: sandbox.ids });
  const contents = await writeContents(sql, { chainId, gymId, timeZone, now, freeTans });
  await removeOtherTans(sql, freeTans, contents);
  await removeAccountsOfNobody(sql, accountIds);
  await sql
    .update(sandboxGyms)
    .set({ tans: Object.values(contents.tans), clockOffsetMs: null, clockFrozenAt: null })
    .where(isThis);
  return { chainId, gymId, legacyGymId, name, timeZone, ownerEmail, ...contents };
}

/** Locks entitlements of the gym, and those that its members have. @returns their numbers */
async function lockTans(sql: Sql, issued: readonly string[], chainId: string): Promise<string[]> {
  const members = sql
    .select({ accountId: chainProfiles.accountId })
    .from(chainProfiles)
    .where(eq(chainProfiles.chainId, chainId));
  const isOfThese = or(inArray(tans.tan, [...issued]), inArray(tans.accountId, members));
  const locked = await sql.select({ tan: tans.tan }).from(tans).where(isOfThese).orderBy(tans.tan).for('update');
  return locked.map(({ tan }) => tan);
}

/** Those that no membership of another chain has, and that are of no other gym of the sandbox. */
async function findFree(sql: Sql, known: readonly string[], gymId: string): Promise<string[]> {
  const isUnused = raw`NOT EXISTS (SELECT FROM memberships m WHERE m.tan = ${tans.tan})
    AND NOT EXISTS (SELECT FROM sandbox_gyms g WHERE g.gym_id <> ${gymId} AND ${tans.tan} = ANY(g.tans))`;
  const unused = await sql
    .select({ tan: tans.tan })
    .from(tans)
    .where(and(inArray(tans.tan, [...known]), isUnused));
  return unused.map(({ tan }) => tan);
}

async function removeOtherTans(sql: Sql, free: readonly string[], issued: GymContents): Promise<void> {
  const kept = [...Object.values(issued.tans), ...issued.members.map(({ verificationTan }) => verificationTan)];
  const others = free.filter((tan) => !kept.includes(tan));
  await sql.delete(tans).where(inArray(tans.tan, others));
}
