import 'server-only';
import { eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { makeDue } from '#lib/server/due/location-work.ts';

/** What makes the next pass of a mirror read everything; revoking the lease makes one that is running now discard its page. */
export const readsAllAgain = {
  knownUntil: null,
  leaseId: null,
  leaseEndsAt: null,
  passSince: null,
  passStartedAt: null,
  passStartedThere: null,
  passOffset: 0,
  passTotal: null,
  passUnreadable: 0,
};

/** Has all members of a location read now, rather than with the daily pass. */
export function readMembersAgain({ db, clock }: DeskContext, locationId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.update(directorySyncs).set(readsAllAgain).where(eq(directorySyncs.locationId, locationId));
    await makeDue(tx, { kind: 'mirrorMembers', locationId, now: new Date(clock()) });
  });
}
