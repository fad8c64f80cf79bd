import fs from 'node:fs';

/**
 * Watches the memory of a process.
 * @param pid undefined if it does not run
 * @returns the memory at the start, and a function that returns its largest growth since, in MB: null if the machine
 * does not report it
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

/** If the machine does not allow resetting it, the maximum is that of the whole lifetime, including the start. */
const forgetMost = (pid: number | undefined) => void orNull(() => fs.writeFileSync(`/proc/${pid}/clear_refs`, '5'));

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
