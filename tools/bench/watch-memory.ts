import fs from 'node:fs';

/**
 * The peak of the processes' private memory in megabytes, until it is stopped: shared memory, such as the program
 * itself, does not count. Undefined if the system does not report it.
 */
export function watchMemory(processes: readonly (number | 'self' | undefined)[]): { stop(): number | undefined } {
  let peakKilobytes = 0;
  const look = () => {
    const own = processes.map(ownKilobytes);
    const sum = own.reduce<number>((sum, kilobytes) => sum + (kilobytes ?? Number.NaN), 0);
    if (sum > peakKilobytes) peakKilobytes = sum;
  };
  const watching = setInterval(look, 20);
  return {
    stop: () => {
      look();
      clearInterval(watching);
      return peakKilobytes === 0 ? undefined : peakKilobytes / 1000;
    },
  };
}

function ownKilobytes(pid: number | 'self' | undefined): number | undefined {
  try {
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) || undefined;
  } catch {
    return undefined;
  }
}
