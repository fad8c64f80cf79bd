import 'server-only';
import fs from 'node:fs';
import os from 'node:os';
import { type ClockWatch, createClockWatch } from './clock-watch.ts';

/** Linux draws it anew at each start of the machine; containers have their host's, as they have its clock. */
const bootIdFile = '/proc/sys/kernel/random/boot_id';

/** Watches the clock of this machine. Where machines are not told apart, a process knows only what it wrote down itself. */
export const watchClockOfMachine = (clock: () => number, newId: () => string): ClockWatch =>
  createClockWatch(clock, () => os.uptime() * 1_000, readBootId() ?? newId());

function readBootId(): string | null {
  try {
    return fs.readFileSync(bootIdFile, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
