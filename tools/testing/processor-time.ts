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

const tickUs = 10_000;

/** The same for all processes of a PostgreSQL server that its first one has started, also those that have ended. */
export function processorTimeOfServer(clusterFolder: string): number {
  const [postmaster = ''] = fs.readFileSync(path.join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n', 1);
  const pids = fs.existsSync('/proc/self/stat') ? fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const children = pids.filter((pid) => statOf(pid)?.parent === postmaster);
  if (children.length === 0) return Number.NaN;
  const ended = statOf(postmaster)?.ofEndedChildren ?? 0;
  return children.reduce((sum, pid) => sum + (processorTimeOf(Number(pid)) || 0), ended);
}

/** What the kernel says of a process; undefined where it has ended. */
function statOf(pid: string): { parent: string | undefined; ofEndedChildren: number } | undefined {
  try {
    // the name in parentheses may contain spaces; the fields are those of proc(5) from the third on
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { parent: fields[1], ofEndedChildren: (Number(fields[13]) + Number(fields[14])) * tickUs };
  } catch {
    return undefined;
  }
}
