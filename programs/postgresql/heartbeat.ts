import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { UserError } from '#programs/base/user-error.ts';
import { pidFileOf } from './find-running.ts';

export const heartbeatFile = 'front-desk.heartbeat';
const beatEveryMs = 1_000;
const lookEveryMs = 250;
const looks = 40; // ten beats: a busy machine or disk may delay some

const heartbeatOf = (folder: string) => path.join(folder, heartbeatFile);

interface Heartbeat {
  end(): Promise<void>;
}

/** Writes to the cluster regularly while this process owns it, for `requireNoHeartbeat` elsewhere. */
export function startHeartbeat(folder: string): Heartbeat {
  const place = readPlace();
  const ending = new AbortController();
  const beat = async () => {
    while (!ending.signal.aborted) {
      // on a full disk the server reports it
      await fs.promises.writeFile(heartbeatOf(folder), `${place}\n${randomUUID()}\n`).catch(() => {});
      await sleep(beatEveryMs, undefined, { ref: false, signal: ending.signal }).catch(() => {});
    }
  };
  const beating = beat();
  return {
    end: () => {
      ending.abort();
      return beating;
    },
  };
}

/**
 * The process id in `postmaster.pid` says nothing on another machine with the same folder, or in another container, and
 * neither does the shared memory that PostgreSQL looks for: a second server would destroy the database. After a crash there
 * is no heartbeat, whatever the machine or container is called by then.
 * @throws UserError if the owner of the cluster is alive elsewhere
 */
export async function requireNoHeartbeat(folder: string): Promise<void> {
  if (![pidFileOf(folder), heartbeatOf(folder)].every((file) => fs.existsSync(file))) return;
  let last = '';
  for (let look = 0; look < looks; look += 1) {
    const beat = readIfThere(heartbeatOf(folder)) ?? ''; // empty, too, while it is written
    if (isOfThisPlace(beat)) return;
    if (last && beat && beat !== last) {
      throw new UserError(
        `The database in ${folder} is in use on another machine or in another container: end Front Desk there first, or run commands there.`,
      );
    }
    last ||= beat;
    await sleep(lookEveryMs);
  }
}

/** Here the process id was sufficient. */
const isOfThisPlace = (heartbeat: string) => heartbeat.split('\n')[0] === readPlace();

/** Where a process id means the same process: this start of the machine, in this container. */
function readPlace(): string {
  try {
    const start = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${start} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname(); // macOS
  }
}
