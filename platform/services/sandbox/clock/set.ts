import { systemClock } from '#platform/base/clock-and-ids.ts';
import { sandboxState } from '#platform/db/schema/sandbox.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { clockOf } from './clock-of.ts';

interface Moved {
  /** The new time; the current one of the sandbox by default. */
  now?: Date | undefined;
  /** How far the time is moved beyond that. */
  advanceMs?: number | undefined;
  /** Whether it stands still from then on; otherwise it goes on. */
  isFrozen?: boolean | undefined;
}

/** Moves the clock of the sandbox for all gyms. */
export async function setClock(sandbox: Sandbox, { now, advanceMs = 0, isFrozen = false }: Moved): Promise<void> {
  await sandbox.change(async (sql) => {
    const to = (now ?? clockOf(sandbox)()).getTime() + advanceMs;
    const clockOffsetMs = to - systemClock().getTime();
    await sql.update(sandboxState).set({ clockOffsetMs, clockFrozenAt: isFrozen ? new Date(to) : null });
  });
}

/** Sets the clock back to the real time. */
export async function resetClock(sandbox: Sandbox): Promise<void> {
  await sandbox.change((sql) => sql.update(sandboxState).set({ clockOffsetMs: 0, clockFrozenAt: null }));
}
