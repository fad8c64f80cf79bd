import fs from 'node:fs';
import { readIfThere } from '#programs/base/read-if-there.ts';

/** Memory of a process in megabytes; what several processes use counts in equal parts (PSS). Only Linux tells: otherwise NaN. */
export function readShare(pid: number): number {
  const file = `/proc/${pid}/smaps_rollup`;
  if (!fs.existsSync(file)) return Number.NaN;
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(fs.readFileSync(file, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

/** The process and all that it has started, directly or not. Only Linux tells: otherwise the process alone. */
export function withChildren(pid: number): number[] {
  const threads = `/proc/${pid}/task`;
  if (!fs.existsSync(threads)) return [pid];
  const children = fs
    .readdirSync(threads)
    .flatMap((thread) => (readIfThere(`${threads}/${thread}/children`) ?? '').trim().split(' '));
  return [pid, ...children.filter(Boolean).map(Number).flatMap(withChildren)];
}
