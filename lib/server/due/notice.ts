import 'server-only';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';

export const dueChannel = 'front_desk_due';

/** That work of a kind is due at a location, from a moment on. */
export interface DueNotice {
  kind: string;
  locationId: string;
  /** Epoch milliseconds, by the clock of the desk. */
  at: number;
}

/**
 * Tells all processes, once the transaction commits, when a row of a location is due. It only saves them time: a notice
 * that is lost is made up for by their next look.
 * @param kind one word, by which its worker knows it
 */
export async function tellDue(tx: Queryable, kind: string, locationId: string, at: Date): Promise<void> {
  await tx.execute(sql`select pg_notify(${dueChannel}, ${`${kind} ${locationId} ${at.getTime()}`})`);
}

/** Null where it is none: another version of the desk may tell otherwise. */
export function readNotice(payload: string): DueNotice | null {
  const [kind = '', locationId = '', at = ''] = payload.split(' ');
  return kind && locationId && /^\d+$/.test(at) ? { kind, locationId, at: Number(at) } : null;
}
