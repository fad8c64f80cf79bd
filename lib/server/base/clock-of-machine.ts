import 'server-only';
import fs from 'node:fs';
import os from 'node:os';
import { type ClockWatch, createClockWatch } from './clock-watch.ts';

/** Linux generates it at each boot; containers see the one of their host, whose clock they share. */
const bootIdFile = '/proc/sys/kernel/random/boot_id';

/** Watches the clock of this machine. Without a usable boot id, a process recognises only the stamps it wrote itself. */
export const watchClockOfMachine = (
  clock: () => number,
  newId: () => string,
  { uptime, bootId }: Machine = thisMachine,
): ClockWatch => createClockWatch(clock, uptime, (isOfMachine(uptime()) && bootId()) || newId());

interface Machine {
  /** Milliseconds since boot. */
  uptime(): number;
  /** Null where the system has none. */
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

/** False in a container whose uptime is its own (lxcfs): then it is less than `hrtime`, which stops while the machine sleeps. */
const isOfMachine = (uptimeMs: number): boolean => uptimeMs >= Number(process.hrtime.bigint()) / 1e6 - 2_000;
