import type { Random } from '#platform/simulator/random.ts';
import type { Clocks } from './clocks.ts';
import type { Load } from './load.ts';
import type { Member } from './members.ts';
import type { Programs } from './programs.ts';
import type { FaultyProxy } from './proxy.ts';
import type { DeskWindow } from './window.ts';

/** What a fault can be applied to. */
export interface Target {
  programs: Programs;
  windows: readonly DeskWindow[];
  /** Between the windows and the desk. */
  toDesk: FaultyProxy;
  /** Between the desk and the platform. */
  toPlatform: FaultyProxy;
  clocks: Clocks;
  load: Pick<Load, 'takeAside'>;
  /** Gives each a card that only the platform knows. @returns the same members with it */
  giveCards: (members: readonly Member[]) => Promise<Member[]>;
  /** Waits; shorter if the run is stopped, so that faults are repaired. */
  pause: (ms: number) => Promise<void>;
}

export interface FaultContext extends Target {
  lastsMs: number;
  random: Random;
}
export type Strike = (context: FaultContext) => Promise<void>;
