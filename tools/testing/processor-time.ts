import fs from 'node:fs';
import path from 'node:path';

/** Microseconds on a processor since the process started, in all of its threads. Only Linux reports it: NaN elsewhere. */
export function processorTimeOf(pid: number): number {
  try {
    const threads = fs.readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
    return times.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]) / 1_000, 0);
  } catch {
    return Number.NaN;
  }
}

/** The same for all connections of a PostgreSQL server: the children of its first process. */
export function processorTimeOfServer(clusterFolder: string): number {
  const [postmaster] = fs.readFileSync(path.join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n', 1);
  const pids = fs.existsSync('/proc/self/stat') ? fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const children = pids.filter((pid) => parentOf(pid) === postmaster);
  return children.length === 0
    ? Number.NaN
    : children.reduce((sum, pid) => sum + (processorTimeOf(Number(pid)) || 0), 0);
}

function parentOf(pid: string): string | undefined {
  try {
    // the name in parentheses may contain spaces
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return undefined; // it has ended meanwhile
  }
}
