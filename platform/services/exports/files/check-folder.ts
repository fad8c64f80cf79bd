import fs from 'node:fs';
import path from 'node:path';
import type { Log } from '#shared/log/log.ts';

/**
 * Reports a folder in which the platform cannot store files; otherwise the first client would find out. The start goes on,
 * because everything else works without the folder, and its disk may be mounted later.
 */
export async function checkFolder(log: Log, folder: string): Promise<void> {
  try {
    await requireWritable(folder);
  } catch (error) {
    log.error({ error, folder }, 'files of the data export cannot be stored');
  }
}

/** The store creates a missing folder when it is needed: in the nearest one above it that exists. */
const requireWritable = (folder: string): Promise<void> =>
  fs.promises.access(folder, fs.constants.W_OK | fs.constants.X_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return requireWritable(path.dirname(folder));
  });
