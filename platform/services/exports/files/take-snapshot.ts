import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#shared/log/log.ts';
import type { FileTry } from './begin-file.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

interface SnapshotSource {
  databaseUrl: string;
  /** A replica of that database, to take the load of exports off the primary. */
  replica: Replica | undefined;
  log: Log;
}

export interface Replica {
  url: string;
  /** How long to wait for the replica to catch up, before the primary is read. */
  showsWithinMs: number;
}

const lookEveryMs = 100;

/**
 * A snapshot of the replica or the primary that includes everything committed before the attempt began. Members who
 * opted out before are therefore not in it.
 * @returns undefined if the attempt has lost its claim
 */
export async function takeSnapshot(
  fileTry: FileTry,
  { databaseUrl, replica, log }: SnapshotSource,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  const ofReplica = replica && (await takeOfReplica(fileTry, replica, log, signal));
  if (ofReplica) return ofReplica;
  const snapshot = await openSnapshot(databaseUrl);
  return (await isTaken(snapshot, fileTry)) ? snapshot : undefined;
}

/** Returns undefined after any failure of the replica: the primary is then read instead. */
async function takeOfReplica(
  fileTry: FileTry,
  { url, showsWithinMs }: Replica,
  log: Log,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  const { gymId, jobId } = fileTry.job;
  let snapshot: Snapshot | undefined;
  try {
    snapshot = await openSnapshot(url);
    for (const deadline = Date.now() + showsWithinMs; !signal.aborted && Date.now() < deadline; ) {
      if (await snapshot.take(fileTry)) return snapshot;
      await sleep(lookEveryMs);
    }
    log.warn({ gymId, jobId }, 'the replica for exports is behind');
  } catch (error) {
    log.warn({ error, gymId, jobId }, 'the replica for exports does not answer');
  }
  await snapshot?.close();
  return undefined;
}

async function isTaken(snapshot: Snapshot, fileTry: FileTry): Promise<boolean> {
  const isShown = await snapshot.take(fileTry).catch(async (error) => {
    await snapshot.close();
    throw error;
  });
  if (!isShown) await snapshot.close();
  return isShown;
}
