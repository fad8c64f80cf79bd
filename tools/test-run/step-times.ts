import fs from 'node:fs';

/** `USER_HZ`, the unit of the kernel's accounting: the same on every Linux that Node supports. */
const ticksPerSecond = 100;

/**
 * Processor time of all ended and awaited child processes, including their own children (proc_pid_stat(5), fields 16 and
 * 17). Excludes daemons, such as PostgreSQL's processes.
 * @returns seconds; NaN where the system is not Linux
 */
export function coreSecondsOfChildren(stat: () => string = readOwnStat): number {
  // the program name, in parentheses, may contain spaces
  const fields = stat().split(') ').at(-1)?.split(' ') ?? [];
  const [user, system] = [fields[13], fields[14]].map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / ticksPerSecond;
}

function readOwnStat(): string {
  try {
    return fs.readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return '';
  }
}

/** A line of the summary of a run. */
export function lineOf(name: string, { seconds, coreSeconds }: { seconds: number; coreSeconds: number }): string {
  const cores = Number.isNaN(coreSeconds) ? '' : `, ${coreSeconds.toFixed(0)} core-seconds`;
  return `${seconds.toFixed(1).padStart(7)} s  ${name}${cores}`;
}
