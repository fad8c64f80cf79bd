import fs from 'node:fs';
import path from 'node:path';
import { syncFile } from '#programs/base/sync-file.ts';
import type { OperatingUser } from '#programs/postgresql/operating-user.ts';

interface CopyOptions {
  user: OperatingUser | undefined;
  /** Skips durability (fsync): for a copy that is deleted afterwards. */
  isThrownAway?: boolean;
  /** Aborts it between two files. */
  signal?: AbortSignal;
}

/**
 * Copies a stopped cluster, such as one in a backup, to where `user` can run it. The copy is atomic: complete or
 * absent.
 */
export async function copyCluster(
  source: string,
  folder: string,
  { user, isThrownAway = false, signal }: CopyOptions,
): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  try {
    await copyOwned(source, unfinished, user, signal);
    if (!isThrownAway) await syncFolder(unfinished, signal);
    fs.renameSync(unfinished, folder);
    if (!isThrownAway) syncFile(path.dirname(folder));
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function copyOwned(
  source: string,
  target: string,
  user: OperatingUser | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  if (fs.statSync(source).isDirectory()) {
    fs.mkdirSync(target, { mode: 0o700 });
    for (const name of fs.readdirSync(source)) {
      await copyOwned(path.join(source, name), path.join(target, name), user, signal);
    }
  } else {
    await fs.promises.copyFile(source, target);
    fs.chmodSync(target, 0o600);
  }
  if (user) fs.chownSync(target, user.uid, user.gid);
}

/** Flushes written files to the disk (fsync), so that a power cut cannot lose them. */
export async function syncFolder(folder: string, signal?: AbortSignal): Promise<void> {
  for (const file of ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    signal?.throwIfAborted();
    const handle = await fs.promises.open(path.join(folder, file), 'r');
    await handle.sync().finally(() => handle.close());
  }
}
