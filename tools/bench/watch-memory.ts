import fs from 'node:fs';

/**
 * The most megabytes that processes had of their own at a time, until it is stopped: what they share with others, such as
 * the program itself, does not count. Undefined where the system does not say.
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
