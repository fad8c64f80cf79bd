import type { Random } from '#platform/simulator/random.ts';
import type { FaultContext, Strike } from './fault-context.ts';
import type { DatabaseName } from './programs.ts';
import type { DeskWindow } from './window.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Ahead, behind, and a tablet whose battery was empty. */
const wrongClocks = [minuteMs, -minuteMs, 3 * hourMs, -3 * hourMs] as const;
const drawWrongClock = (random: Random) =>
  random.chance(0.2) ? Date.parse('2020-01-01T00:00:00Z') - Date.now() : random.pick(wrongClocks);

export function setClocks(windows: readonly DeskWindow[], aheadMs: number): void {
  for (const window of windows) window.setClock(aheadMs);
}

/** A window's clock is set wrong and right again while everything works. */
export async function clockWrong({ windows, lastsMs, random, pause }: FaultContext): Promise<void> {
  setClocks(windows, drawWrongClock(random));
  await pause(lastsMs);
  setClocks(windows, 0);
}

/** Taps made with a wrong clock wait for the desk, and the clock is right when they are sent. */
export async function clockCorrected({ windows, toDesk, lastsMs, random, pause }: FaultContext): Promise<void> {
  setClocks(windows, drawWrongClock(random));
  toDesk.setFault({ kind: 'reset' });
  await pause(lastsMs);
  setClocks(windows, 0);
  toDesk.setFault(null);
}

/** A program's clock is wrong, is set again, and is right in the end. */
export function clockSet(name: DatabaseName): Strike {
  return async ({ clocks, lastsMs, random, pause }) => {
    const drawOff = () => random.pick([1, -1]) * random.integer(minuteMs, 10 * minuteMs);
    clocks.set(name, drawOff());
    await pause(lastsMs / 2);
    if (random.chance(0.5)) clocks.set(name, drawOff());
    await pause(lastsMs / 2);
    clocks.set(name, 0);
  };
}
