import fs from 'node:fs';

/** Lets what was written to a file, or the names in a folder, reach the disk, so that a power cut cannot take it back. */
export function syncFile(file: string): void {
  const handle = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
