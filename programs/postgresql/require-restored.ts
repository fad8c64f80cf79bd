import fs from 'node:fs';
import path from 'node:path';
import { UserError } from '#programs/base/user-error.ts';

export const lockName = 'restore.unfinished';
export const lockOf = (dataDir: string) => path.join(dataDir, lockName);

/**
 * An interrupted restore leaves a part that looks complete.
 * @throws UserError if there is one
 */
export function requireRestored(dataDir: string): void {
  if (!fs.existsSync(lockOf(dataDir))) return;
  throw new UserError(
    `${dataDir} holds a part of a backup, whose restore is still at work or was cut off: run "npm run restore" again with the same DATA_DIR, which begins anew.`,
  );
}
