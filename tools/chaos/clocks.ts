import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '#programs/base/run-program.ts';
import type { DatabaseName } from './programs.ts';

/** The clocks of the two programs, which can be set while they run. */
export interface Clocks {
  /** The environment to start the programs with. */
  environment: Record<string, string>;
  /** @param aheadMs ahead of the machine's clock, from now on */
  set(program: DatabaseName, aheadMs: number): void;
  /**
   * All offsets of the platform's clock from shortly before this moment to soon after; undefined if neither clock was
   * set then.
   */
  platformAheadSince(moment: number): number[] | undefined;
}

/** By then taps have arrived, unless other faults prevent it. */
const soonMs = 3 * 60_000;
/** The offset of a clock is measured with two responses: until then taps get timestamps by the previous offset. */
const learntMs = 5_000;

/** @param folder where the offsets are stored */
export function openClocks(folder: string): Clocks {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o755);
  const preload = pathToFileURL(path.join(root, 'tools', 'chaos', 'clock-of-program.ts')).href;
  const aheadMs: Record<DatabaseName, number> = { desk: 0, platform: 0 };
  const history = [{ since: 0, ...aheadMs }];
  return {
    environment: { CHAOS_CLOCKS: folder, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}` },
    set: (program, ms) => {
      aheadMs[program] = ms;
      history.push({ since: Date.now(), ...aheadMs });
      fs.writeFileSync(path.join(folder, program), String(ms));
    },
    platformAheadSince: (moment) => {
      const until = (index: number) => history[index + 1]?.since ?? Number.POSITIVE_INFINITY;
      const later = history.filter(({ since }, index) => until(index) + learntMs > moment && since < moment + soonMs);
      const isSet = later.some(({ desk, platform }) => desk !== 0 || platform !== 0);
      return isSet ? [...new Set(later.map(({ platform }) => platform))] : undefined;
    },
  };
}
