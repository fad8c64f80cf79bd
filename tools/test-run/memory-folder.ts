import fs from 'node:fs';
import path from 'node:path';
import { removeAbandoned } from '#tools/testing/remove-abandoned.ts';

const gibibyte = 1024 ** 3;
/** The files of a whole run need up to 4 GiB; the rest is for its programs and browsers. */
const needed = { folder: 6 * gibibyte, memory: 12 * gibibyte };
const prefix = 'front-desk-test-';

interface Machine {
  /** A folder in memory (tmpfs). */
  sharedMemory: string;
  /** Bytes of memory available to programs. */
  availableMemory: number;
}

/**
 * Creates a folder in memory for the databases of a test run, whose tests would mostly wait for the disk. No test simulates
 * a power cut, so none needs a disk. Removes the folders of killed runs.
 * @returns null where the machine has no such folder, or too little memory
 */
export function makeMemoryFolder({ sharedMemory, availableMemory }: Machine): string | null {
  try {
    removeAbandoned(sharedMemory, prefix);
    const { bavail, bsize } = fs.statfsSync(sharedMemory);
    if (bavail * bsize < needed.folder || availableMemory < needed.memory) return null;
    const folder = path.join(sharedMemory, `${prefix}${process.pid}`);
    fs.mkdirSync(folder);
    // databases of a run by root are owned by another user
    fs.chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return null;
  }
}
