import { eq, sql as raw } from 'drizzle-orm';
import { systemClock } from '#platform/base/clock-and-ids.ts';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { sandboxGyms, sandboxState } from '#platform/db/schema/sandbox.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { parseState, readStateText } from '#platform/services/sandbox/state.ts';
import { moveOf, timeOf } from './clock-of.ts';

interface Moved {
  /** The new time; the current one by default. */
  now?: Date | undefined;
  /** How far the time is moved beyond that. */
  advanceMs?: number | undefined;
  /** Whether it stands still from then on; otherwise it goes on. */
  isFrozen?: boolean | undefined;
}

/**
 * Moves the clock of the platform, or that of one gym.
 * @throws 404 for a gym that no client of the sandbox has made
 */
export async function setClock(
  sandbox: Sandbox,
  gymId: string | undefined,
  { now, advanceMs = 0, isFrozen = false }: Moved,
): Promise<void> {
  await sandbox.change(async (sql) => {
    await lockClock(sql, gymId);
    const { rows } = await sql.execute(raw.raw(readStateText));
    // one real moment for both: otherwise each change would lose the milliseconds in between
    const real = systemClock();
    const to = (now ?? timeOf(moveOf(parseState(rows[0]), gymId), real)).getTime() + advanceMs;
    const clockOffsetMs = to - real.getTime();
    const clockFrozenAt = isFrozen ? new Date(to) : null;
    if (gymId === undefined) await sql.update(sandboxState).set({ clockOffsetMs, clockFrozenAt });
    else await setOfGym(sql, gymId, { clockOffsetMs, clockFrozenAt });
  });
}

/** Sets the platform's clock back to the real time, or lets a gym follow the platform's again. */
export async function resetClock(sandbox: Sandbox, gymId: string | undefined): Promise<void> {
  await sandbox.change(async (sql) => {
    if (gymId === undefined) await sql.update(sandboxState).set({ clockOffsetMs: 0, clockFrozenAt: null });
    else await setOfGym(sql, gymId, { clockOffsetMs: null, clockFrozenAt: null });
  });
}

/** The time of the platform, or of one gym. */
export const readTime = ({ state }: Pick<Sandbox, 'state'>, gymId: string | undefined): Date =>
  timeOf(moveOf(state, gymId));

/** So that two clients that advance it at the same time advance it twice. */
async function lockClock(sql: Sql, gymId: string | undefined): Promise<void> {
  if (gymId === undefined) await sql.select().from(sandboxState).for('update');
  else await sql.select().from(sandboxGyms).where(eq(sandboxGyms.gymId, gymId)).for('update');
}

async function setOfGym(
  sql: Sql,
  gymId: string,
  clock: { clockOffsetMs: number | null; clockFrozenAt: Date | null },
): Promise<void> {
  const { rowCount } = await sql.update(sandboxGyms).set(clock).where(eq(sandboxGyms.gymId, gymId));
  if (rowCount === 0) throw notFound('GYM_LOCATION');
}
