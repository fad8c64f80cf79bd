import fs from 'node:fs';

/**
 * Begins to watch what a process holds of the machine's memory.
 * @param pid undefined where it does not run
 * @returns what it held then, and what tells by how much it was more at most since, in MB: null where the machine does not say
 */
export function watchMemory(pid: number | undefined): { idleMB: number | null; grownMB: () => number | null } {
  forgetMost(pid);
  const idleMB = readMB(pid, 'VmRSS');
  return {
    idleMB,
    grownMB: () => {
      const mostMB = readMB(pid, 'VmHWM');
      return idleMB === null || mostMB === null ? null : Math.max(0, mostMB - idleMB);
    },
  };
}

function readMB(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number | null {
  const status = orNull(() => fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  const kB = status && new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kB ? Math.round(Number(kB) / 1024) : null;
}

/** Where the machine does not allow it, the most is that of its whole life: what it took to start counts as well. */
const forgetMost = (pid: number | undefined) => void orNull(() => fs.writeFileSync(`/proc/${pid}/clear_refs`, '5'));

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
