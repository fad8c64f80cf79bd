import fs from 'node:fs';

/** Flushes a file, or the entries of a folder, to the disk (fsync), so that a power cut cannot lose them. */
export function syncFile(file: string): void {
  const handle = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
