import 'server-only';
import fs from 'node:fs';
import os from 'node:os';
import { type ClockWatch, createClockWatch } from './clock-watch.ts';

/** Linux draws it anew at each start of the machine; containers have their host's, as they have its clock. */
const bootIdFile = '/proc/sys/kernel/random/boot_id';

/** Watches the clock of this machine. Where machines are not told apart, a process knows only what it wrote down itself. */
export const watchClockOfMachine = (
  clock: () => number,
  newId: () => string,
  { uptime, bootId }: Machine = thisMachine,
): ClockWatch => createClockWatch(clock, uptime, (isOfMachine(uptime()) && bootId()) || newId());

interface Machine {
  /** Milliseconds since it was started. */
  uptime(): number;
  /** Null where nobody tells. */
  bootId(): string | null;
}

const thisMachine: Machine = {
  uptime: () => os.uptime() * 1_000,
  bootId() {
    try {
      return fs.readFileSync(bootIdFile, 'utf8').trim() || null;
    } catch {
      return null;
    }
  },
};

/** A container may be told how long it has run itself (lxcfs): less than a clock says that stands while the machine sleeps. */
const isOfMachine = (uptimeMs: number): boolean => uptimeMs >= Number(process.hrtime.bigint()) / 1e6 - 2_000;
