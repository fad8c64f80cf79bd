import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { readMembersAgain } from '#lib/server/directory/read-again.ts';
import { type Erased, eraseOptedOut } from './erase-opted-out.ts';

/** People on an older list may have opted in again. */
const longestListMs = 5 * 60_000;

interface Erasing {
  location: Location;
  due: readonly string[];
  runId: string;
  startedAt: Date;
}

/**
 * @returns who has to wait; `isWhole` is false if the list became too old, or its key was replaced, before everybody on it was
 * handled
 */
export async function eraseAll(desk: DeskContext, { location, due, runId, startedAt }: Erasing) {
  const waiting = new Set<string>();
  let deleted = 0;
  let isWhole = true;
  try {
    for (const accountId of due) {
      isWhole = !desk.live.stopping.aborted && desk.clock() - startedAt.getTime() < longestListMs;
      if (!isWhole) break;
      const erased = await tryToErase(desk, { location, accountId, runId });
      isWhole = erased !== 'formerKey';
      if (!isWhole) break;
      if (erased === 'deleted') deleted += 1;
      else waiting.add(accountId);
    }
  } finally {
    if (deleted > 0) await readMembersAgain(desk, location.id);
  }
  return { waiting, isWhole, deleted };
}

/** One whose deletion fails waits for the next reading, and the others follow. */
async function tryToErase(
  desk: DeskContext,
  erasing: { location: Location; accountId: string; runId: string },
): Promise<Erased> {
  try {
    return await eraseOptedOut(desk, erasing);
  } catch (error) {
    desk.log.error({ error, locationId: erasing.location.id }, 'data of an opted-out person could not be deleted');
    return 'waits';
  }
}
