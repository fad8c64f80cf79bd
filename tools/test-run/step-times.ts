import os from 'node:os';

interface CoreTimes {
  times: { user: number; nice: number; sys: number; irq: number };
}

/**
 * Processor time of everything that runs on this machine: of the tests, of the databases and browsers that they start, and of
 * whatever runs beside them.
 * @returns seconds since the machine was started, of all cores together
 */
export function busyCoreSeconds(cores: readonly CoreTimes[] = os.cpus()): number {
  return cores.reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000;
}

interface Taken {
  seconds: number;
  /** Processor time of the machine; absent for a step that ran in parallel with others. */
  coreSeconds?: number;
}

/** A line of the summary of a run. */
export function lineOf(name: string, { seconds, coreSeconds }: Taken): string {
  const cores = coreSeconds === undefined ? '' : `, ${coreSeconds.toFixed(0)} core-seconds`;
  return `${seconds.toFixed(1).padStart(7)} s  ${name}${cores}`;
}
