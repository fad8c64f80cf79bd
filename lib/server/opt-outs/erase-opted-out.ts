import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { lockForgetting } from '#lib/server/base/forgotten.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { optedOutMembers, optOutRuns } from '#lib/server/db/schema/opt-outs.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { countRecords } from '#lib/server/members/find-traces.ts';
import { forgetMember, pseudonymOf } from '#lib/server/members/forget-member.ts';
import { isVisitOf, readScans } from '#lib/server/members/traces.ts';
import { lockTasks } from '#lib/server/tasks/upsert-tasks.ts';
import { isOpenVisit } from '#lib/server/visits/kept-visits.ts';

/** The run that proves the deletion. */
interface OfRun {
  runId: string;
}

/**
 * Deletes everything that a location stores about somebody who opted out, and counts it in the proof, in one transaction.
 * @returns whether it was deleted: not where a visit still has to reach the platform, or to be settled by a manager
 */
export function eraseOptedOut(desk: DeskContext, { runId, ...member }: MemberKey & OfRun): Promise<boolean> {
  const { locationId, accountId } = member;
  return desk.db.transaction(async (tx) => {
    // the same order as wherever members are forgotten
    await lockTasks(tx, member.locationId);
    await lockForgetting(tx, member.locationId);
    const scans = await readScans(tx, member);
    if ((await tx.$count(visits, and(isVisitOf({ ...member, scans }), isOpenVisit()))) > 0) return false;
    const count = await countRecords(tx, desk, member);
    await forgetMember(tx, desk, member);
    const pseudonym = pseudonymOf(accountId, desk.secret);
    await tx.insert(optedOutMembers).values({ locationId, pseudonym }).onConflictDoNothing();
    await tx
      .update(optOutRuns)
      .set({ members: sql`${optOutRuns.members} + 1`, records: sql`${optOutRuns.records} + ${count}` })
      .where(and(eq(optOutRuns.locationId, locationId), eq(optOutRuns.id, runId)));
    return true;
  });
}
