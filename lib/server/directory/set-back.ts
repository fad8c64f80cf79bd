import 'server-only';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { type DirectorySync, directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { forgottenMembers } from '#lib/server/db/schema/forgotten-members.ts';
import { areAhead, areAnyAhead, bringBack } from '#lib/server/db/set-back.ts';
import { lockSync } from './absent.ts';

/** Who was told of before whom says who bears witness (see lib/server/members/witnesses.ts). */
const told = ['syncedAt', 'knownSince', 'absentAt'];

/**
 * After the desk's clock was set back, nothing of a directory waits for a time that has not come: an answer of now is the
 * newest there is, and whoever is in no list any more is missed. All are read again. A decision of a manager that lies ahead
 * would hold for whom it was not made for: it is made again.
 */
export async function bringDirectoryBack(db: Queryable, sync: DirectorySync, now: Date): Promise<DirectorySync> {
  const { passStartedAt, allReadAt, finishedAt, absentConfirmedAt, homesReadAt } = sync;
  const kept = [passStartedAt, allReadAt, finishedAt, absentConfirmedAt, homesReadAt];
  const isDecisionAhead = await areAhead(db, { times: [absentConfirmedAt], now });
  const here = { locationId: sync.locationId };
  const isAnyAhead =
    (await areAhead(db, { times: kept, now })) ||
    (await areAnyAhead(db, { table: members, key: here, names: told, now })) ||
    (await areAnyAhead(db, { table: forgottenMembers, key: here, names: ['forgottenAt'], now }));
  if (!isAnyAhead) return sync;
  return db.transaction(async (tx) => {
    await lockSync(tx, here.locationId);
    await tx
      .update(directorySyncs)
      .set({
        ...{ passSince: null, passStartedAt: null, passStartedThere: null },
        ...{ passOffset: 0, passTotal: null, passUnreadable: 0 },
        ...{ knownUntil: null, allReadAt: null, absentBefore: null, homesStartedAt: null, homesOffset: 0 },
        ...(isDecisionAhead && { absentConfirmedAt: null }),
      })
      .where(eq(directorySyncs.locationId, here.locationId));
    await bringBack(tx, { table: directorySyncs, key: here, names: ['finishedAt', 'absentSince', 'homesReadAt'], now });
    await bringBack(tx, { table: members, key: here, names: told, now });
    await bringBack(tx, { table: members, key: here, names: ['changedAt'], now });
    await bringBack(tx, { table: members, key: here, names: ['homeAt'], now });
    await bringBack(tx, { table: forgottenMembers, key: here, names: ['forgottenAt'], now });
    return (await lockSync(tx, here.locationId)) ?? sync;
  });
}
