import fs from 'node:fs';
import { readIfThere } from '#programs/base/read-if-there.ts';

/**
 * Memory of a process in megabytes; what several processes use counts in equal parts (PSS). 0 for a process that has ended. Only
 * Linux tells: otherwise NaN.
 */
export function readShare(pid: number): number {
  if (!fs.existsSync('/proc/self/smaps_rollup')) return Number.NaN;
  const [, kilobytes = 0] = /^Pss:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`) ?? '') ?? [];
  return Number(kilobytes) / 1000;
}

/** The process and all that it has started, directly or not. Only Linux tells: otherwise the process alone. */
export function withChildren(pid: number): number[] {
  const threads = `/proc/${pid}/task`;
  const children = readNames(threads).flatMap((thread) =>
    (readIfThere(`${threads}/${thread}/children`) ?? '').trim().split(' '),
  );
  return [pid, ...children.filter(Boolean).map(Number).flatMap(withChildren)];
}

/** None where the process has ended. */
function readNames(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
