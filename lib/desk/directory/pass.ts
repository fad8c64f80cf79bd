import 'server-only';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type DirectorySync, directorySyncs } from '#lib/db/schema/directory.ts';

/** One reading of the platform's list from its first page to its last. */
export interface Pass {
  /** Reads what changed since then; all members where null. */
  since: Date | null;
  startedAt: Date;
  /** Of the next page. */
  offset: number;
  /** Members that the platform lists under this question; null before its first answer. */
  total: number | null;
}

/** Whose turn it is to mirror a location. */
export interface Turn {
  locationId: string;
  /** Made anew for every turn. */
  id: string;
}

/** A turn ends by itself, should its process die: longer than the longest wait for a page. */
const turnMs = 30_000;
/** What changed shortly before the last pass is read again: clocks differ, and a change may be written late. */
const overlapMs = 5 * 60_000;
/** A change does not tell of members that are gone: once a day, all are read. */
const readAllEveryMs = 24 * 60 * 60_000;
/** After that, the list has moved too far below a pass for its offset to mean anything. */
const longestPassMs = 60 * 60_000;

/**
 * Takes the turn, and finds the pass to go on with or to begin.
 * @returns null while another process has the turn
 */
export async function beginTurn(db: Queryable, turn: Turn, now: Date): Promise<Pass | null> {
  const taken = { turn: turn.id, turnEndsAt: turnEnd(now) };
  const [sync] = await db
    .insert(directorySyncs)
    .values({ locationId: turn.locationId, ...taken })
    .onConflictDoUpdate({
      target: directorySyncs.locationId,
      set: taken,
      setWhere: or(isNull(directorySyncs.turn), lt(directorySyncs.turnEndsAt, now)),
    })
    .returning();
  if (!sync) return null;
  const pass = nextPass(sync, now);
  await keepPass(db, turn, pass, now);
  return pass;
}

/** The pass that is under way, or the one that is due. */
export function nextPass(
  sync: Pick<DirectorySync, 'passSince' | 'passStartedAt' | 'passOffset' | 'passTotal' | 'knownUntil' | 'allReadAt'>,
  now: Date,
): Pass {
  const { passSince, passStartedAt, passOffset, passTotal, knownUntil, allReadAt } = sync;
  if (passStartedAt && now.getTime() - passStartedAt.getTime() < longestPassMs) {
    return { since: passSince, startedAt: passStartedAt, offset: passOffset, total: passTotal };
  }
  const isReadAllDue = !knownUntil || !allReadAt || now.getTime() - allReadAt.getTime() >= readAllEveryMs;
  const since = isReadAllDue ? null : new Date(knownUntil.getTime() - overlapMs);
  return { since, startedAt: now, offset: 0, total: null };
}

/**
 * Notes how far a pass has come, and renews the turn.
 * @returns false where another process has the turn by now: then what was read must not be kept
 */
export async function keepPass(tx: Queryable, turn: Turn, pass: Pass, now: Date): Promise<boolean> {
  const kept = await tx
    .update(directorySyncs)
    .set({
      passSince: pass.since,
      passStartedAt: pass.startedAt,
      passOffset: pass.offset,
      passTotal: pass.total,
      turnEndsAt: turnEnd(now),
    })
    .where(isTurn(turn))
    .returning({ locationId: directorySyncs.locationId });
  return kept.length > 0;
}

/** @param total members the platform lists under the question of this pass */
export async function finishPass(tx: Queryable, turn: Turn, pass: Pass, total: number, now: Date): Promise<void> {
  const hasReadAll = pass.since === null;
  await tx
    .update(directorySyncs)
    .set({
      ...{ passSince: null, passStartedAt: null, passOffset: 0, passTotal: null },
      ...{ knownUntil: pass.startedAt, finishedAt: now },
      ...(hasReadAll && { allReadAt: pass.startedAt, memberCount: total }),
    })
    .where(isTurn(turn));
}

export async function endTurn(db: Queryable, turn: Turn): Promise<void> {
  await db.update(directorySyncs).set({ turn: null, turnEndsAt: null }).where(isTurn(turn));
}

const turnEnd = (now: Date) => new Date(now.getTime() + turnMs);

const isTurn = ({ locationId, id }: Turn) =>
  and(eq(directorySyncs.locationId, locationId), eq(directorySyncs.turn, id));
