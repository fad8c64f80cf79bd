import fs from 'node:fs';
import path from 'node:path';
import { UserError } from './user-error.ts';

const segmentBytes = 16 * 1024 * 1024; // the size of a WAL segment, which PostgreSQL allocates in advance

const isFull = (text: string) =>
  /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|Check free disk space/.test(text);
const isReadOnly = (text: string) => /EROFS|Read-only file system/.test(text);
const isForbidden = (text: string) => /EACCES|EPERM/.test(text);

/**
 * The error message for a disk that is full or not writable, if that is why `folder` could not be used.
 * @param error what failed, or PostgreSQL's output
 */
export function describeDiskTrouble(error: unknown, folder: string): UserError | undefined {
  const text = `${error} ${probeDisk(folder)}`;
  if (isFull(text)) return new UserError(`The disk that holds ${folder} is full: make room on it, then start again.`);
  if (isReadOnly(text)) {
    return new UserError(`The disk that holds ${folder} is read-only: mount it so that it can be written to.`);
  }
  if (isForbidden(text)) {
    return new UserError(
      `This user may not write to ${folder}: run as another user, or set DATA_DIR to another folder.`,
    );
  }
  return undefined;
}

/** Writes a file itself, because PostgreSQL cannot log its reason on a full disk. @returns the error code */
function probeDisk(folder: string): string {
  const existing = nearestExisting(folder);
  const file = path.join(existing, `.front-desk-probe-${process.pid}`);
  try {
    fs.writeFileSync(file, Buffer.alloc(64 * 1024), { flush: true });
    const { bavail, bsize } = fs.statfsSync(existing);
    return bavail * bsize < segmentBytes ? 'ENOSPC' : '';
  } catch (error) {
    return String(error);
  } finally {
    try {
      fs.rmSync(file, { force: true });
    } catch {
      // a read-only disk: there is nothing to remove
    }
  }
}

function nearestExisting(folder: string): string {
  return fs.existsSync(folder) ? folder : nearestExisting(path.dirname(folder));
}
