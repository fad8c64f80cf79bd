import 'server-only';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { type DirectorySync, directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { forgottenMembers } from '#lib/server/db/schema/forgotten-members.ts';
import { areAhead, areAnyAhead, bringBack } from '#lib/server/db/set-back.ts';
import { lockSync } from './absent.ts';

/** Moved back together, to keep their order: witnesses are chosen by it (see lib/server/members/witnesses.ts). */
const syncTimes = ['syncedAt', 'knownSince', 'absentAt'];

/**
 * After the desk's clock was set back, moves the stored times of a directory that lie in the future to the present: otherwise
 * current answers would count as outdated, and missing members would not be noticed. All members are read again. A future time of
 * a manager's decision is removed, because it would apply to members who become absent later.
 */
export async function bringDirectoryBack(
  db: Queryable,
  { sync, now }: { sync: DirectorySync; now: Date },
): Promise<DirectorySync> {
  const { passStartedAt, allReadAt, finishedAt, absentConfirmedAt, homesReadAt } = sync;
  const kept = [passStartedAt, allReadAt, finishedAt, absentConfirmedAt, homesReadAt];
  const isDecisionAhead = await areAhead(db, { times: [absentConfirmedAt], now });
  const here = { locationId: sync.locationId };
  const isAnyAhead =
    (await areAhead(db, { times: kept, now })) ||
    (await areAnyAhead(db, { table: members, key: here, names: [...syncTimes, 'refusedAt'], now })) ||
    (await areAnyAhead(db, { table: forgottenMembers, key: here, names: ['forgottenAt'], now }));
  if (!isAnyAhead) return sync;
  return db.transaction(async (tx) => {
    await lockSync(tx, here.locationId);
    await tx
      .update(directorySyncs)
      .set({
        passSince: null,
        passStartedAt: null,
        passStartedThere: null,
        passOffset: 0,
        passTotal: null,
        passUnreadable: 0,
        knownUntil: null,
        allReadAt: null,
        absentBefore: null,
        homesStartedAt: null,
        homesOffset: 0,
        ...(isDecisionAhead && { absentConfirmedAt: null }),
      })
      .where(eq(directorySyncs.locationId, here.locationId));
    await bringBack(tx, { table: directorySyncs, key: here, names: ['finishedAt', 'absentSince', 'homesReadAt'], now });
    await bringBack(tx, { table: members, key: here, names: syncTimes, now });
    await bringBack(tx, { table: members, key: here, names: ['changedAt'], now });
    await bringBack(tx, { table: members, key: here, names: ['refusedAt'], now });
    await bringBack(tx, { table: members, key: here, names: ['homeAt'], now });
    await bringBack(tx, { table: forgottenMembers, key: here, names: ['forgottenAt', 'erasedAt'], now });
    return (await lockSync(tx, here.locationId)) ?? sync;
  });
}
