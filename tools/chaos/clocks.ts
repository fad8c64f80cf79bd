import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '#programs/base/run-program.ts';
import type { DatabaseName } from './programs.ts';

/** The clocks of the two programs, which can be set while they run. */
export interface Clocks {
  /** What programs are started with to have them. */
  environment: Record<string, string>;
  /** @param aheadMs of the machine's, from now on */
  set(program: DatabaseName, aheadMs: number): void;
  /** How far the platform's was ahead shortly before this moment or soon after, all that it was; undefined where neither was set then. */
  platformAheadSince(moment: number): number[] | undefined;
}

/** By then what was done has arrived, unless much else is broken. */
const soonMs = 3 * 60_000;
/** A clock that was set is learnt from two answers: what is done until then has the time of the one before. */
const learntMs = 5_000;

/** @param folder takes what the clocks are set to */
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
