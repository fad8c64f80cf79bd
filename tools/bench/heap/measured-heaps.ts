import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '#shared/testing/until.ts';
import { heapFolderVariable, heapSignal } from './heap-signal.ts';

const longestCollectionMs = 60_000;

export interface MeasuredHeaps {
  /** For the environment of the programs. */
  environment: Record<string, string>;
  /** What a full collection leaves of a process, in megabytes: its objects, and the buffers that they hold. */
  read(pid: number): Promise<number>;
  close(): void;
}

/** Lets programs that are started with its environment tell what a full collection leaves of their heaps. */
export function openMeasuredHeaps(): MeasuredHeaps {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-heaps-'));
  return {
    environment: {
      NODE_OPTIONS: `--import=${import.meta.resolve('./tell-heap.ts')}`,
      [heapFolderVariable]: folder,
    },
    read: async (pid) => {
      const file = path.join(folder, String(pid));
      fs.rmSync(file, { force: true });
      process.kill(pid, heapSignal);
      return Number(await until(() => fs.readFileSync(file, 'utf8'), longestCollectionMs)) / 1e6;
    },
    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}
