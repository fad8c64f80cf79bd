import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { lockForgetting } from '#lib/server/base/forgotten.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import { readOpenStays } from '#lib/server/closing/open-stays.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { optedOutMembers, optOutRuns } from '#lib/server/db/schema/opt-outs.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { forgetMember, pseudonymOf } from '#lib/server/members/forget-member.ts';
import { isVisitOf, readScans } from '#lib/server/members/scans-of-member.ts';
import { countRecords } from '#lib/server/members/traces.ts';
import { hasOpenTaskChanges } from '#lib/server/tasks/open-changes.ts';
import { lockTasks } from '#lib/server/tasks/upsert-tasks.ts';
import { isOpenVisit } from '#lib/server/visits/kept-visits.ts';

interface Erasing {
  location: Location;
  accountId: string;
  /** The run that proves the deletion. */
  runId: string;
}

/**
 * `waits`: the member is in, or a visit or a change of a task still has to reach the platform, or to be looked at by somebody.
 * `formerKey`: the list is that of a former key, and nothing was deleted.
 */
export type Erased = 'deleted' | 'waits' | 'formerKey';

/** Deletes everything that a location stores about somebody who opted out, and counts it in the proof, in one transaction. */
export function eraseOptedOut(desk: DeskContext, { location, accountId, runId }: Erasing): Promise<Erased> {
  const locationId = location.id;
  const member = { locationId, accountId };
  return desk.db.transaction(async (tx): Promise<Erased> => {
    if (!(await hasStillTheKey(tx, location))) return 'formerKey';
    // the same order as wherever members are forgotten
    await lockTasks(tx, member.locationId);
    await lockForgetting(tx, member.locationId);
    const scans = await readScans(tx, member);
    const stay = { location, moment: desk.clock(), accountIds: [accountId] };
    if ((await readOpenStays({ ...desk, db: tx }, stay)).length > 0) return 'waits';
    if ((await tx.$count(visits, and(isVisitOf({ ...member, scans }), isOpenVisit()))) > 0) return 'waits';
    if (await hasOpenTaskChanges(tx, member)) return 'waits';
    const count = await countRecords(tx, desk, member);
    await forgetMember(tx, desk, { ...member, isOptOut: true });
    const pseudonym = pseudonymOf(accountId, desk.secret);
    await tx.insert(optedOutMembers).values({ locationId, pseudonym }).onConflictDoNothing();
    await tx
      .update(optOutRuns)
      .set({ members: sql`${optOutRuns.members} + 1`, records: sql`${optOutRuns.records} + ${count}` })
      .where(and(eq(optOutRuns.locationId, locationId), eq(optOutRuns.id, runId)));
    return 'deleted';
  });
}
